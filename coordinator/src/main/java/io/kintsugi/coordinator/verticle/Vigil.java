package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.bus.Heartbeat;
import io.kintsugi.cluster.liveness.Links;
import io.kintsugi.cluster.liveness.Watch;
import io.kintsugi.cluster.liveness.Watch.Standing;
import io.kintsugi.cluster.membership.Member;
import io.kintsugi.cluster.membership.Membership;
import io.kintsugi.core.config.LivenessSettings;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import io.kintsugi.core.protocol.LoggedEvent.Level;
import io.kintsugi.core.protocol.Pulse;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches over the nodes for a leader: who is silent, who is lost, and which workers do not reach each other. On the leader's
 * loop only.
 */
final class Vigil {
    private static final Logger LOG = LoggerFactory.getLogger(Vigil.class);
    private static final long LOOK_MS = 100;

    private final Membership membership;
    private final LivenessSettings settings;
    private final Loop loop;
    private final Listener listener;
    private final Watch watch;
    private final Links links;
    private final Set<NodeId> workers = new TreeSet<>();
    /** Members all the same, until they find out. */
    private final Set<NodeId> givenUp = new TreeSet<>();

    private Set<NodeId> silent = new TreeSet<>();
    private boolean closed;

    /** What follows. */
    interface Listener {
        /** These workers, and no others, are silent now. */
        void silent(Set<NodeId> silent);

        /** Its tasks do not run any more, or only for nobody: they may be replaced. */
        void lost(NodeId worker);

        /** A member is to be treated as none from now on. */
        void givenUp();

        /** For the log of events. */
        void tell(Level level, NodeId node, String text);
    }

    Vigil(Membership membership, LivenessSettings settings, Loop loop, Listener listener) {
        this.membership = membership;
        this.settings = settings;
        this.loop = loop;
        this.listener = listener;
        this.watch = new Watch(settings, membership.self(), Heartbeat.nowMs());
        this.links = new Links(settings);
    }

    void begin() {
        look();
        loop.startTimer(LOOK_MS, this::lookAgain);
    }

    void close() {
        closed = true;
    }

    private void lookAgain() {
        if (!closed) {
            begin();
        }
    }

    /** Members that are not given up, oldest first. */
    List<Member> members() {
        return membership.members().stream()
                .filter(member -> !givenUp.contains(member.id()))
                .toList();
    }

    Set<NodeId> silent() {
        return silent;
    }

    /** Whether a worker must not get tasks for now. */
    boolean bars(NodeId worker) {
        return silent.contains(worker) || links.bars(worker);
    }

    Standing heard(Pulse pulse) {
        Standing standing = watch.heard(pulse.from(), Heartbeat.nowMs());
        if (standing == Standing.MEMBER) {
            links.told(pulse.from(), pulse.unreached());
        }
        return standing;
    }

    /** Draws the conclusions of this moment. */
    void look() {
        long nowMs = Heartbeat.nowMs();
        givenUp.retainAll(membership.members().stream().map(Member::id).toList());
        List<Member> members = members();
        members.stream().filter(member -> member.is(Role.WORKER)).forEach(member -> workers.add(member.id()));
        watch.members(members.stream().map(Member::id).toList());
        lookAtLinks(members, nowMs);
        for (NodeId gone : watch.takeGone(nowMs, membership::isDead)) {
            if (workers.remove(gone)) {
                warn(gone, "is lost: " + (membership.isDead(gone) ? "its process is gone" : "its lease is over"));
                listener.lost(gone);
            }
        }
        lookForSilent(nowMs);
    }

    private void warn(NodeId worker, String text) {
        LOG.warn("worker={} {}", worker, text);
        listener.tell(Level.WARN, worker, text);
    }

    private void inform(NodeId worker, String text) {
        LOG.info("worker={} {}", worker, text);
        listener.tell(Level.INFO, worker, text);
    }

    private void lookForSilent(long nowMs) {
        Set<NodeId> suspect = watch.silent(nowMs);
        Set<NodeId> leaving = watch.leaving();
        for (NodeId node : workers) {
            if (suspect.contains(node) && !silent.contains(node)) {
                warn(
                        node,
                        "is suspect: not heard for %d ms (liveness.suspect-ms); checkpoints of its jobs pause"
                                .formatted(settings.suspectMs()));
            } else if (silent.contains(node) && !suspect.contains(node) && !leaving.contains(node)) {
                inform(node, "is heard again");
            }
        }
        suspect.addAll(leaving);
        suspect.retainAll(workers);
        if (!suspect.equals(silent)) {
            silent = suspect;
            listener.silent(suspect);
        }
    }

    private void lookAtLinks(List<Member> members, long nowMs) {
        List<NodeId> heard = members.stream()
                .map(Member::id)
                .filter(node -> workers.contains(node) && watch.isHeard(node) && !silent.contains(node))
                .toList();
        for (Links.Change change : links.update(heard, nowMs)) {
            NodeId later = change.link().later();
            NodeId earlier = change.link().earlier();
            if (change.cut()) {
                warn(
                        later,
                        ("and %s do not reach each other, and the leader hears both: records between them wait; after"
                                        + " %d ms (liveness.link-lost-ms) the tasks of %s restart elsewhere")
                                .formatted(earlier, settings.linkLostMs(), later.name()));
            } else {
                inform(later, "and %s reach each other again".formatted(earlier));
            }
        }
        links.lost(nowMs).ifPresent(this::giveUp);
    }

    /** Links are looked at again without it: another one may not be cut any more. */
    private void giveUp(NodeId worker) {
        warn(worker, "is given up, since it does not reach another worker: it has to stop its tasks and start anew");
        givenUp.add(worker);
        watch.leaves(worker);
        listener.givenUp();
    }
}
