package io.kintsugi.cluster.liveness;

import io.kintsugi.core.config.LivenessSettings;
import io.kintsugi.core.model.NodeId;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether a node may run tasks. The leader grants it for a time with each answer to a pulse; a node that is cut off finds the
 * time run out and stops its tasks, and the leader replaces none before that ({@link Watch}).
 *
 * <pre>
 * new ──first grant──▶ held ──nothing heard for the lease──▶ leaderless ──too long──▶ ended
 *                       ▲ │                                      │                      ▲
 *                       │ └──asleep, given up, or not reached────┼──────────────────────┤
 *                       └──────────────grant─────────────────────┴──a leader is heard───┘
 *                                                                   by others for suspect-ms, or half of them are not reached
 * </pre>
 *
 * A leader that is gone must not stop the work: a node that hears none goes on as long as it reaches more than half of those
 * who were there, itself included, and none of these has heard a leader either. Those whose process is certainly gone do not
 * count. Where others hear one first, this node's own question may be under way, for {@code suspect-ms} at most: so much longer the
 * leader waits too. A node that has not been granted anything has no tasks, and nothing to stop. An end is final.
 */
public final class Lease {
    private static final long NOT_AHEAD = Long.MAX_VALUE;

    private final LivenessSettings settings;
    private final Set<NodeId> others = new TreeSet<>();
    private Verdict verdict = new Verdict(State.NEW, "no leader has been heard yet");
    private long heardMs;
    private long endsMs;
    private long judgedMs;
    /** Since when others have heard a leader that this node has not; {@link #NOT_AHEAD} if they have not. */
    private long aheadMs = NOT_AHEAD;
    /** Whether this node granted the lease to itself: then it is the one that others heard before the end of it. */
    private boolean leads;

    public enum State {
        NEW,
        HELD,
        LEADERLESS,
        ENDED
    }

    /** @param reason for people */
    public record Verdict(State state, String reason) {}

    public Lease(LivenessSettings settings, long nowMs) {
        this.settings = settings;
        this.heardMs = nowMs;
        this.judgedMs = nowMs;
    }

    /**
     * A leader lets this node run tasks.
     *
     * @param askedMs when the leader was asked
     * @param grantMs counted from then; with 0 it does not
     * @param members all others that were there
     */
    public void granted(long askedMs, long grantMs, Collection<NodeId> members) {
        grant(askedMs, grantMs, members, false);
    }

    /**
     * This node leads, and grants itself what it grants the others.
     *
     * @param togetherMs when it was in touch with its quorum last
     * @param members all others that are there
     */
    public void leads(long togetherMs, Collection<NodeId> members) {
        grant(togetherMs, settings.leaseMs(), members, true);
    }

    private void grant(long fromMs, long grantMs, Collection<NodeId> members, boolean byItself) {
        boolean more = grantMs > 0 && (verdict.state() == State.NEW || fromMs + grantMs > endsMs);
        if (more && verdict.state() != State.ENDED) {
            heardMs = fromMs;
            endsMs = fromMs + grantMs;
            leads = byItself;
            others.clear();
            others.addAll(members);
            verdict = new Verdict(State.HELD, "the leader was heard");
        }
    }

    /** The leader has given this node up. */
    public Verdict givenUp() {
        return end("the leader has given this node up");
    }

    /** For how long no leader was heard; from the start of the node, if none ever was. */
    public long leaderSilentMs(long nowMs) {
        return nowMs - heardMs;
    }

    /**
     * Decides. To be asked, or {@link #wake}, some times in a lease: a longer pause means that this process slept.
     *
     * @param dead whose process is certainly gone
     */
    public Verdict judge(long nowMs, Contacts contacts, Collection<NodeId> dead) {
        others.removeAll(dead);
        lookWhetherOthersAreAhead(nowMs, contacts);
        boolean open = wake(nowMs).state() == State.HELD || verdict.state() == State.LEADERLESS;
        return open && nowMs >= endsMs ? leaderless(nowMs, contacts) : verdict;
    }

    /** Looks only whether this process slept, where it could not have heard anybody anyway. */
    public Verdict wake(long nowMs) {
        long sleptMs = nowMs - judgedMs;
        judgedMs = nowMs;
        return verdict.state() != State.NEW && sleptMs > settings.leaseMs() && !others.isEmpty()
                ? end("this process was stopped for %d ms".formatted(sleptMs))
                : verdict;
    }

    /** Those who were there with the last grant, but for those who are dead. */
    public Set<NodeId> others() {
        return Collections.unmodifiableSet(others);
    }

    private void lookWhetherOthersAreAhead(long nowMs, Contacts contacts) {
        long sinceMs = Math.max(latelyMs(nowMs), leads ? endsMs : heardMs + 1);
        aheadMs = contacts.heardLeader(sinceMs) ? Math.min(aheadMs, nowMs) : NOT_AHEAD;
    }

    /**
     * Answers of others are at most a heartbeat newer than the leader's last one if all were lost at once, and if nobody leads,
     * their silence is as old as ours: half a lease is more than that.
     */
    private long latelyMs(long nowMs) {
        return nowMs - settings.leaseMs() / 2;
    }

    private Verdict leaderless(long nowMs, Contacts contacts) {
        long silentMs = leaderSilentMs(nowMs);
        long latelyMs = latelyMs(nowMs);
        int there = 1 + others.size();
        int reached = 1 + contacts.reached(others, latelyMs);
        if (2 * reached <= there) {
            return end("%s for %d ms, and %d of %d nodes are reached, this one included"
                    .formatted(missed(), silentMs, reached, there));
        }
        if (nowMs - aheadMs >= settings.suspectMs()) {
            return end("%s for %d ms, and others hear one".formatted(missed(), silentMs));
        }
        if (nowMs >= endsMs + settings.leaderlessMs()) {
            return end("nobody leads, for %d ms".formatted(silentMs));
        }
        verdict = new Verdict(
                State.LEADERLESS,
                "nobody hears a leader, %d of %d nodes are reached: tasks go on for %d ms (liveness.leaderless-ms)"
                        .formatted(reached, there, settings.leaderlessMs()));
        return verdict;
    }

    private String missed() {
        return leads ? "this leader was not in touch with its quorum" : "the leader was not heard";
    }

    private Verdict end(String reason) {
        if (verdict.state() != State.ENDED) {
            verdict = new Verdict(State.ENDED, reason);
        }
        return verdict;
    }
}
