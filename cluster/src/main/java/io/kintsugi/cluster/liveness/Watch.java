package io.kintsugi.cluster.liveness;

import io.kintsugi.core.config.LivenessSettings;
import io.kintsugi.core.model.NodeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the leader knows of the lives of the others, and when it may replace the tasks of one: when its process is certainly
 * gone, or when its {@link Lease} must have run out.
 *
 * <pre>
 * present ──not heard for suspect-ms──▶ silent ──heard──▶ present
 *    └──────────no member, or given up──────┴──▶ leaving ──dead, or its lease is over──▶ gone: its tasks may be replaced
 * </pre>
 *
 * A node that has never been heard is not silent. A lease is over for sure suspect-ms after its time, since its owner may wait so long
 * for an answer that others have had. If those of whom nothing is heard are more than half of all, they may believe that nobody leads
 * and go on for leaderless-ms: so much longer the leader waits, or until it has heard the others for as long as a lease takes.
 */
public final class Watch {
    /** Nodes that were given up and are told so when they ask; beyond it the oldest start is forgotten. */
    static final int GONE_MAX = 1_000;

    private final LivenessSettings settings;
    private final NodeId self;
    /** Leases that another leader gave end so long after this one began, at the latest. */
    private final long beganMs;

    private final Map<NodeId, Long> heard = new TreeMap<>();
    /** Those who are leaving, and when they were heard last. */
    private final Map<NodeId, Long> leaving = new TreeMap<>();

    private final List<NodeId> gone = new ArrayList<>();
    private Set<NodeId> members = new TreeSet<>();
    /** Those who were there before this leader, and that it has not heard yet. */
    private @Nullable Set<NodeId> unheard;
    /** When those of whom nothing is heard were more than half last, as far as is known. */
    private long fewHeardMs;

    /** What a node is to the leader. */
    public enum Standing {
        MEMBER,
        /** Not in view, or not yet: its tasks, if it has any, are not for this leader to answer for. */
        STRANGER,
        GIVEN_UP
    }

    /** @param self the leader, which is heard all the time */
    public Watch(LivenessSettings settings, NodeId self, long nowMs) {
        this.settings = settings;
        this.self = self;
        this.beganMs = nowMs;
        this.fewHeardMs = nowMs;
    }

    /** Who is there now; whoever was and is not leaves. */
    public void members(Collection<NodeId> present) {
        Set<NodeId> now = new TreeSet<>(present);
        members.stream().filter(node -> !now.contains(node)).forEach(this::leaves);
        members = now;
        if (unheard == null) {
            unheard = new TreeSet<>(now);
            unheard.remove(self);
        }
        unheard.retainAll(now);
    }

    /** A node asks for its lease, which only a member gets. */
    public Standing heard(NodeId node, long nowMs) {
        if (leaving.containsKey(node) || gone.contains(node)) {
            return Standing.GIVEN_UP;
        }
        if (!members.contains(node)) {
            return Standing.STRANGER;
        }
        heard.put(node, nowMs);
        forgetUnheard(node);
        return Standing.MEMBER;
    }

    /** Whether it has ever asked, and is still there. */
    public boolean isHeard(NodeId node) {
        return heard.containsKey(node);
    }

    /** It is no member any more, or is to be none: it gets no lease from now on. */
    public void leaves(NodeId node) {
        if (!gone.contains(node)) {
            leaving.putIfAbsent(node, heard.getOrDefault(node, beganMs));
        }
        heard.remove(node);
        forgetUnheard(node);
    }

    private void forgetUnheard(NodeId node) {
        if (unheard != null) {
            unheard.remove(node);
        }
    }

    /** Those of whom nothing was heard for a while, by id. */
    public Set<NodeId> silent(long nowMs) {
        Set<NodeId> silent = new TreeSet<>();
        heard.forEach((node, atMs) -> {
            if (nowMs - atMs >= settings.suspectMs()) {
                silent.add(node);
            }
        });
        return silent;
    }

    /** Those who are members no more, or are to be none, and whose tasks may still run. */
    public Set<NodeId> leaving() {
        return new TreeSet<>(leaving.keySet());
    }

    /**
     * Those whose tasks may be replaced from now on; each once.
     *
     * @param isDead whether the process of a node is certainly gone
     */
    public List<NodeId> takeGone(long nowMs, Predicate<NodeId> isDead) {
        List<NodeId> over = new ArrayList<>();
        leaving.keySet().stream().filter(isDead).forEach(over::add);
        over.forEach(leaving::remove);
        if (mayBeLeaderless(nowMs)) {
            fewHeardMs = nowMs;
        }
        List<NodeId> ended = leaving.entrySet().stream()
                .filter(node -> isOver(node.getValue(), nowMs))
                .map(Map.Entry::getKey)
                .toList();
        ended.forEach(leaving::remove);
        over.addAll(ended);
        gone.addAll(over);
        while (gone.size() > GONE_MAX) {
            gone.remove(0);
        }
        return over;
    }

    /** Whether the lease of somebody who was heard then last must be over. */
    private boolean isOver(long heardMs, long nowMs) {
        long leaseMs = (long) settings.leaseMs() + settings.suspectMs();
        return nowMs >= Math.max(heardMs, fewHeardMs) + leaseMs || nowMs >= heardMs + leaseMs + settings.leaderlessMs();
    }

    /** Whether those of whom nothing is heard can be more than half of all, this node included. */
    private boolean mayBeLeaderless(long nowMs) {
        int notYet = unheard == null ? 0 : unheard.size();
        int away = leaving.size() + silent(nowMs).size() + notYet;
        int there = 1 + heard.size() + leaving.size() + notYet;
        return 2 * away > there;
    }
}
