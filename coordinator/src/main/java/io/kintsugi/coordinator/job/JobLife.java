package io.kintsugi.coordinator.job;

import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.Words;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.SpareStatus;
import io.kintsugi.core.protocol.TaskStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state of a job, and what people see of it; the picture is at {@link JobState}. */
final class JobLife {
    private final JobSpec spec;
    private final long submittedAtMs;
    private final Outbox out;
    private JobState state = JobState.DEPLOYING;
    private @Nullable StopMode stopMode;
    private @Nullable Failure failure;
    private int restarts;
    private int missingSlots;
    private long endedAtMs;

    JobLife(JobSpec spec, Outbox out, long submittedAtMs) {
        this.spec = spec;
        this.out = out;
        this.submittedAtMs = submittedAtMs;
    }

    /**
     * Goes on from where another leader was: no step of the picture, since the job has not changed.
     *
     * @param restartsKnown at least so often have tasks begun anew
     */
    void takeOver(JobState was, int restartsKnown) {
        state = was;
        restarts = restartsKnown;
    }

    JobId id() {
        return spec.id();
    }

    JobState state() {
        return state;
    }

    boolean is(JobState one) {
        return state == one;
    }

    /** True if the mode is stronger than the one before, and the job can still be stopped. */
    boolean stop(StopMode mode) {
        boolean first = !is(JobState.STOPPING) && state.canBecome(JobState.STOPPING);
        boolean stronger = is(JobState.STOPPING) && stopMode != null && mode.isStrongerThan(stopMode);
        boolean forced = is(JobState.FAILING) && mode == StopMode.FORCE && !isForced();
        if (!first && !stronger && !forced) {
            return false;
        }
        stopMode = mode;
        if (first) {
            moveTo(JobState.STOPPING, "asked to stop: " + mode);
        }
        return true;
    }

    /** Whether its sources are to come to their end. */
    boolean drains() {
        return is(JobState.STOPPING) && stopMode == StopMode.DRAIN;
    }

    /** Whether nobody waits for its tasks for long. */
    boolean isForced() {
        return stopMode == StopMode.FORCE;
    }

    /** Whether it makes no difference any more what becomes of its tasks. */
    boolean endsAnyway() {
        boolean dropped = stopMode != null && !StopMode.NOW.isStrongerThan(stopMode);
        return state.isTerminal() || is(JobState.FAILING) || (is(JobState.STOPPING) && dropped);
    }

    /** Tasks begin anew; a job that is stopping, or does so already, stays what it is. */
    void recover(Failure cause, String what) {
        restarts++;
        failure = cause;
        if (state.canBecome(JobState.RECOVERING)) {
            moveTo(JobState.RECOVERING, what);
        } else {
            out.warn(what);
        }
    }

    /** Tasks begin anew elsewhere, and nothing has failed. */
    void move(String what) {
        if (state.canBecome(JobState.RECOVERING)) {
            moveTo(JobState.RECOVERING, what);
        }
    }

    void run() {
        if (state.canBecome(JobState.RUNNING)) {
            failure = null; // What it has recovered from is history.
            moveTo(JobState.RUNNING, "all tasks run");
        }
    }

    /** @param missing slots for tasks that restart */
    void degradeOrHeal(int missing) {
        missingSlots = missing;
        if (missingSlots > 0 && is(JobState.RECOVERING)) {
            moveTo(
                    JobState.DEGRADED,
                    "%s %s missing for tasks that restart"
                            .formatted(Words.count(missingSlots, "slot"), Words.verb(missingSlots, "is", "are")));
        } else if (missingSlots == 0 && is(JobState.DEGRADED)) {
            moveTo(JobState.RECOVERING, "there are slots for all tasks");
        }
    }

    /** The first cause counts. */
    void fail(Failure cause) {
        if (!is(JobState.FAILING)) {
            failure = cause;
            moveTo(JobState.FAILING, cause.toString());
        }
    }

    /** All its tasks are gone. */
    void end(long nowMs) {
        endedAtMs = nowMs;
        switch (state) {
            case RUNNING -> moveTo(JobState.FINISHED, "all tasks finished");
            case STOPPING -> {
                failure = null;
                moveTo(JobState.STOPPED, "all tasks are gone");
            }
            case FAILING -> moveTo(JobState.FAILED, "all tasks are gone");
            default -> throw new IllegalStateException("job " + id() + " is " + state + " with all tasks gone");
        }
    }

    JobStatus status(List<TaskStatus> tasks, List<SpareStatus> spares) {
        return new JobStatus(
                spec,
                state,
                submittedAtMs,
                endedAtMs,
                restarts,
                failure,
                tasks,
                spares,
                state.isTerminal() ? 0 : missingSlots);
    }

    /** The only place where the state changes; an edge that is not in the picture throws. */
    private void moveTo(JobState next, String reason) {
        if (!state.canBecome(next)) {
            throw new IllegalStateException("job %s cannot go from %s to %s (%s)".formatted(id(), state, next, reason));
        }
        out.add(new JobCommand.TellJobMoved(new JobTransition(id(), state, next, reason)));
        state = next;
    }
}
