package io.kintsugi.examples.demo;

import io.kintsugi.core.model.CheckpointState;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.node.Kintsugi;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes tasks of a demo's job fail when it is time, and tells of each recovery, whoever made the task fail. Used by one thread.
 *
 * <pre>
 * due ─▶ failed ─▶ nothing recovers any more: over, sources go on ─▶ a checkpoint is complete: the next one may be due
 *                                                             └─▶ what was lost is known: told
 * </pre>
 *
 * It waits for a checkpoint, so that the next failure has something to lose but not everything.
 */
final class FailureInjection {
    private static final Duration RECOVERY_MAX = Duration.ofSeconds(60);
    private static final Duration SETTLED_AFTER = Duration.ofMillis(500);

    private final DemoOptions options;
    private final Kintsugi kintsugi;
    private final Gate gate;
    private final Consumer<RecoveryStatus> tell;
    private int over;
    private boolean underWay;
    private long failedNs;
    /** The newest recovery before the failure that is under way. */
    private long before;

    /** The newest recovery that was told. */
    private long told;

    /** The next one to be told, as it was when it changed last. */
    private @Nullable RecoveryStatus seen;

    private long seenNs;

    /** The newest complete checkpoint when the last failure was over. */
    private long checkpoint;

    FailureInjection(DemoOptions options, Kintsugi kintsugi, Gate gate, Consumer<RecoveryStatus> tell) {
        this.options = options;
        this.kintsugi = kintsugi;
        this.gate = gate;
        this.tell = tell;
    }

    /** To be called many times a second. Throws {@link TimeoutException} when a recovery takes too long. */
    void look(JobStatus job, long nowNs) throws TimeoutException {
        List<RecoveryStatus> recoveries = recoveries(name(job));
        if (underWay) {
            waitFor(job, recoveries, nowNs);
        }
        tellKnown(recoveries, nowNs);
        if (due(job)) {
            fail(job, nowNs);
        }
    }

    /** All recoveries of a job that has ended, oldest first; tells of those that were not told. */
    List<RecoveryStatus> end(JobStatus job) throws TimeoutException {
        List<RecoveryStatus> recoveries = recoveries(name(job));
        recoveries.forEach(this::tellOnce);
        return recoveries;
    }

    private boolean due(JobStatus job) throws TimeoutException {
        return !underWay
                && over < options.failures().count()
                && job.state() == JobState.RUNNING
                && gate.reached() >= options.failures().dueAt(over, options.flights())
                && completed(job) > checkpoint;
    }

    /** The newest complete checkpoint; 0 for none. */
    private long completed(JobStatus job) throws TimeoutException {
        return Answers.await(kintsugi.checkpoints(name(job))).stream()
                .filter(status -> status.state() == CheckpointState.COMPLETED)
                .mapToLong(CheckpointStatus::checkpoint)
                .max()
                .orElse(0);
    }

    private void fail(JobStatus job, long nowNs) throws TimeoutException {
        TaskId victim = options.failures().victim(over, options.flights());
        Answers.await(kintsugi.failTask(name(job), victim));
        underWay = true;
        failedNs = nowNs;
    }

    /** Lets the sources go on once nothing recovers any more; one recovery may have been followed by a wider one. */
    private void waitFor(JobStatus job, List<RecoveryStatus> recoveries, long nowNs) throws TimeoutException {
        long newest = newest(recoveries);
        if (newest > before && recoveries.stream().noneMatch(FailureInjection::isRunning)) {
            before = newest;
            checkpoint = completed(job);
            underWay = false;
            over++;
            gate.hold(options.failures().heldAt(over, options.flights()));
        } else if (nowNs - failedNs > RECOVERY_MAX.toNanos()) {
            throw new TimeoutException("%s failed and was not recovered within %d s"
                    .formatted(options.failures().victim(over, options.flights()), RECOVERY_MAX.toSeconds()));
        }
    }

    /** The oldest that was not told, once its figures have not changed for a while: gaps are found one after the other. */
    private void tellKnown(List<RecoveryStatus> recoveries, long nowNs) {
        RecoveryStatus next = recoveries.stream()
                .filter(recovery -> recovery.id() > told)
                .findFirst()
                .orElse(null);
        if (next == null || !next.equals(seen)) {
            seen = next;
            seenNs = nowNs;
        } else if (!isRunning(next) && nowNs - seenNs > SETTLED_AFTER.toNanos()) {
            tellOnce(next);
        }
    }

    private void tellOnce(RecoveryStatus recovery) {
        if (recovery.id() > told) {
            tell.accept(recovery);
            told = recovery.id();
        }
    }

    /** Oldest first. */
    private List<RecoveryStatus> recoveries(String job) throws TimeoutException {
        List<RecoveryStatus> oldestFirst = new ArrayList<>(Answers.await(kintsugi.recoveries(job)));
        Collections.reverse(oldestFirst);
        return oldestFirst;
    }

    private static long newest(List<RecoveryStatus> recoveries) {
        return recoveries.isEmpty() ? 0 : recoveries.get(recoveries.size() - 1).id();
    }

    private static boolean isRunning(RecoveryStatus recovery) {
        return recovery.state() == RecoveryStatus.State.RUNNING;
    }

    private static String name(JobStatus job) {
        return job.spec().id().name();
    }
}
