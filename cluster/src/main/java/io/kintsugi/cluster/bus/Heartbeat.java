package io.kintsugi.cluster.bus;

import io.kintsugi.cluster.liveness.Contacts;
import io.kintsugi.cluster.liveness.Lease;
import io.kintsugi.cluster.liveness.Watch.Standing;
import io.kintsugi.cluster.membership.Member;
import io.kintsugi.cluster.membership.Membership;
import io.kintsugi.core.config.LivenessSettings;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import io.kintsugi.core.protocol.Pulse;
import io.kintsugi.core.protocol.PulseAnswer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks all other nodes for signs of life, answers theirs, and watches this node's own {@link Lease}. It has a thread of its
 * own, so that a task which holds an event loop for itself is not taken for a broken network. Any thread may call.
 */
public final class Heartbeat {
    private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);

    /** The lease is looked at this often: for so long tasks may go on after its end. */
    private static final int JUDGE_MS = 100;

    private final ControlBus bus;
    private final Membership membership;
    private final int quorum;
    private final LivenessSettings settings;
    private final Contacts contacts = new Contacts();
    /** What others have said of whom they do not reach. */
    private final Map<NodeId, List<NodeId>> told = new TreeMap<>();

    private final Lease lease;
    private final Promise<String> ended = Promise.promise();
    private final ScheduledExecutorService beating = Executors.newSingleThreadScheduledExecutor(Heartbeat::thread);
    private Lease.State state = Lease.State.NEW;
    private long pulsedMs;
    private long loopMs;
    private volatile @Nullable Function<Pulse, Future<Standing>> leader;

    /** @param quorum coordinators that a leader has to reach, itself included, so that it may grant leases */
    public Heartbeat(ControlBus bus, Membership membership, int quorum, LivenessSettings settings) {
        this.bus = bus;
        this.membership = membership;
        this.quorum = quorum;
        this.settings = settings;
        long now = nowMs();
        this.lease = new Lease(settings, now);
        this.pulsedMs = now - settings.heartbeatMs();
        this.loopMs = now;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "kintsugi-heartbeat");
        thread.setDaemon(true);
        return thread;
    }

    /** A clock that only rises. */
    public static long nowMs() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    public Heartbeat start() {
        bus.onPulse(this::answer);
        ScheduledFuture<?> unused = beating.scheduleWithFixedDelay(this::beat, 0, JUDGE_MS, TimeUnit.MILLISECONDS);
        return this;
    }

    public Future<Void> close() {
        beating.shutdownNow();
        bus.onPulse(pulse -> Future.failedFuture(new NotReadyException("this node stops")));
        return Future.succeededFuture();
    }

    /** Completes with the reason, in words, when this node must not run tasks any more. */
    public Future<String> ended() {
        return ended.future();
    }

    /** This node leads: the function says what the asker of a pulse is to it. */
    public void lead(Function<Pulse, Future<Standing>> reign) {
        leader = reign;
    }

    public void followAgain() {
        leader = null;
    }

    /** Members that do not answer this node. */
    public synchronized List<NodeId> unreached() {
        return contacts.unreached(nowMs() - settings.suspectMs());
    }

    /** Members that do not answer another node, as that one has said last. */
    public synchronized List<NodeId> unreachedFrom(NodeId node) {
        return node.equals(membership.self()) ? unreached() : told.getOrDefault(node, List.of());
    }

    private void beat() {
        try {
            List<NodeId> others = others();
            judge(others);
            if (nowMs() - pulsedMs >= settings.heartbeatMs()) {
                pulsedMs = nowMs();
                pulse(others);
            }
        } catch (RuntimeException bug) {
            LOG.error("node={} the heartbeat failed", membership.self(), bug);
        }
    }

    private List<NodeId> others() {
        return membership.members().stream()
                .map(Member::id)
                .filter(id -> !id.equals(membership.self()))
                .toList();
    }

    private synchronized void judge(List<NodeId> others) {
        long now = nowMs();
        contacts.members(others);
        told.keySet().retainAll(others);
        if (leader != null) {
            togetherMs(now).ifPresent(atMs -> lease.leads(atMs, others));
        }
        List<NodeId> dead = lease.others().stream().filter(membership::isDead).toList();
        Lease.Verdict verdict = isLoopFree(now) ? lease.judge(now, contacts, dead) : lease.wake(now);
        if (verdict.state() != state) {
            tell(verdict);
        }
    }

    /** Answers cannot be heard while a task holds the loop; membership, which has threads of its own, still sees this node. */
    private boolean isLoopFree(long now) {
        bus.onLoop(this::loopRan);
        return now - loopMs < settings.suspectMs();
    }

    private synchronized void loopRan() {
        loopMs = nowMs();
    }

    private void tell(Lease.Verdict verdict) {
        switch (verdict.state()) {
            case NEW, HELD ->
                LOG.info("node={} lease {}->{} reason=\"{}\"", self(), state, verdict.state(), verdict.reason());
            case LEADERLESS ->
                LOG.warn("node={} lease {}->{} reason=\"{}\"", self(), state, verdict.state(), verdict.reason());
            case ENDED ->
                LOG.error("node={} lease {}->{} cause=\"{}\"", self(), state, verdict.state(), verdict.reason());
        }
        state = verdict.state();
        if (state == Lease.State.ENDED) {
            ended.tryComplete(verdict.reason());
        }
    }

    private NodeId self() {
        return membership.self();
    }

    private void pulse(List<NodeId> others) {
        Pulse pulse = new Pulse(self(), unreached());
        for (NodeId other : others) {
            long askedMs = nowMs();
            bus.pulse(other, pulse, settings.suspectMs())
                    .onSuccess(answer -> answered(other, askedMs, answer))
                    .onFailure(failure -> LOG.debug(
                            "node={} does not answer node={} cause=\"{}\"", other, self(), failure.toString()));
        }
    }

    private synchronized void answered(NodeId other, long askedMs, PulseAnswer answer) {
        contacts.answered(other, askedMs, answer.leaderSilentMs());
        if (answer.grantMs() > 0) {
            lease.granted(askedMs, answer.grantMs(), others());
        }
        if (answer.givenUp()) {
            tell(lease.givenUp());
        }
    }

    private Future<PulseAnswer> answer(Pulse pulse) {
        Function<Pulse, Future<Standing>> reign = leader;
        synchronized (this) {
            told.put(pulse.from(), pulse.unreached());
        }
        return reign == null
                ? Future.succeededFuture(following())
                : reign.apply(pulse).map(this::answer).otherwise(stepsDown -> following());
    }

    private synchronized PulseAnswer following() {
        return PulseAnswer.following(lease.leaderSilentMs(nowMs()));
    }

    private synchronized PulseAnswer answer(Standing standing) {
        return switch (standing) {
            case GIVEN_UP -> PulseAnswer.givingUp();
            case STRANGER -> following();
            case MEMBER -> {
                long grantMs = grantMs(nowMs());
                yield grantMs > 0 ? PulseAnswer.leading(grantMs) : following();
            }
        };
    }

    /** No longer than a lease after this leader was certainly in touch with a quorum, since then another one may lead. */
    private long grantMs(long now) {
        OptionalLong atMs = togetherMs(now);
        return atMs.isEmpty() ? 0 : Math.max(0, atMs.getAsLong() + settings.leaseMs() - now);
    }

    /** When this node was in touch with a quorum last, itself included; empty for never. */
    private OptionalLong togetherMs(long now) {
        List<NodeId> coordinators = membership.members().stream()
                .filter(member -> member.is(Role.COORDINATOR))
                .map(Member::id)
                .toList();
        long atMs = contacts.heldTogetherMs(coordinators, quorum - 1, now);
        return atMs == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(atMs);
    }
}
