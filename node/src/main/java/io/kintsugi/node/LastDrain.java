package io.kintsugi.node;

import io.kintsugi.cluster.client.KintsugiClient;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemException;
import io.kintsugi.cluster.membership.Member;
import io.kintsugi.cluster.membership.Membership;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has other workers take the tasks of a node that is about to stop, as far as there is time and place, and waits for members that do not
 * answer yet. Blocks its caller.
 *
 * <pre>
 * asking ──taken──▶ moving ──no task left──▶ waiting ──all others answer──▶ over
 *  │  └──no place yet, nobody leads yet: asks again──┐ ▲
 *  │  └─────────────────────────────────────────────┘ │
 *  └──nobody is there who could, or never: it fails───┘
 * </pre>
 *
 * A member that is still starting answers nobody. If this node went meanwhile, those who stay would reach too few, take themselves
 * for cut off, and end with their tasks.
 */
final class LastDrain {
    private static final Logger LOG = LoggerFactory.getLogger(LastDrain.class);
    private static final long LOOK_AGAIN_MS = 100;

    private final Membership membership;
    private final KintsugiClient client;
    private final Supplier<List<NodeId>> unreached;
    private final String incarnation;
    private final long untilNs;
    private final int limitMs;

    /**
     * @param unreached members that do not answer this node
     * @param limitMs counted from now
     */
    LastDrain(Membership membership, KintsugiClient client, Supplier<List<NodeId>> unreached, int limitMs) {
        this.membership = membership;
        this.client = client;
        this.unreached = unreached;
        this.incarnation = membership.self().incarnation();
        this.limitMs = limitMs;
        this.untilNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
    }

    /** Returns when this node may go, or when time is over. */
    void run() {
        try {
            moveTasks();
            awaitOthers();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns when no task is left, when they can have no place elsewhere, or when time is over. */
    private void moveTasks() throws InterruptedException {
        if (membership.members().stream().noneMatch(this::isWorkerHere)) {
            return;
        }
        if (!othersCanTakeTasks()) {
            LOG.info("no other worker is there, or nobody who could lead: tasks do not move before the stop");
            return;
        }
        try {
            begin();
            awaitEmpty();
            LOG.info("no task is left");
        } catch (TimeoutException e) {
            LOG.warn(
                    "tasks may be left after {} ms (node.drain-ms): they restart elsewhere as after a failure",
                    limitMs);
        } catch (ExecutionException e) {
            LOG.warn("tasks do not move before the stop cause=\"{}\"", why(e));
        }
    }

    private boolean isWorkerHere(Member member) {
        return member.is(Role.WORKER) && member.id().equals(membership.self());
    }

    private void awaitOthers() throws InterruptedException {
        List<NodeId> silent = unreached.get();
        if (!silent.isEmpty()) {
            LOG.info("waits for {} to answer before it stops", silent);
        }
        try {
            while (!silent.isEmpty()) {
                pause();
                silent = unreached.get();
            }
        } catch (TimeoutException e) {
            LOG.warn("{} do not answer after {} ms (node.drain-ms); it stops all the same", silent, limitMs);
        }
    }

    /** Where this is the last node, or nobody can lead, nothing can move. */
    private boolean othersCanTakeTasks() {
        List<Member> members = membership.members();
        return members.stream()
                        .anyMatch(
                                member -> member.is(Role.WORKER) && !member.id().equals(membership.self()))
                && members.stream().anyMatch(member -> member.is(Role.COORDINATOR));
    }

    private void begin() throws InterruptedException, ExecutionException, TimeoutException {
        boolean told = false;
        while (true) {
            try {
                JsonObject drain = outcome(client.drain(incarnation));
                LOG.info(
                        "{} tasks move to other workers within {} ms (node.drain-ms)",
                        drain.getInteger("tasksLeft"),
                        limitMs);
                return;
            } catch (ExecutionException e) {
                if (!mayPass(e)) {
                    throw e;
                }
                if (!told) {
                    LOG.info("tasks do not move yet reason=\"{}\"", why(e));
                    told = true;
                }
                pause();
            }
        }
    }

    /**
     * A node that has just come back may give the slots that are missing, and a new leader may still take over its jobs or not yet
     * see this node.
     */
    private static boolean mayPass(ExecutionException failure) {
        return !(failure.getCause() instanceof ProblemException answer)
                || answer.problem().code().isTransient()
                || answer.problem().code() == ProblemCode.CANNOT_DRAIN
                || answer.problem().code() == ProblemCode.UNKNOWN_NODE;
    }

    /** A node that nobody has told yet says that this one takes tasks; so only DRAINED is an end. */
    private void awaitEmpty() throws InterruptedException, TimeoutException {
        while (!isDrained()) {
            pause();
        }
    }

    private boolean isDrained() throws InterruptedException, TimeoutException {
        try {
            return outcome(client.node(incarnation)).getString("state").equals("DRAINED");
        } catch (ExecutionException nobodyAnswers) {
            return false;
        }
    }

    private void pause() throws InterruptedException, TimeoutException {
        if (System.nanoTime() - untilNs >= 0) {
            throw new TimeoutException();
        }
        TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MS);
    }

    private JsonObject outcome(Future<JsonObject> answer)
            throws InterruptedException, ExecutionException, TimeoutException {
        return answer.toCompletionStage()
                .toCompletableFuture()
                .get(Math.max(0, untilNs - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    private static String why(ExecutionException failure) {
        return failure.getCause() instanceof ProblemException answer
                ? answer.problem().detail()
                : String.valueOf(failure.getCause());
    }
}
