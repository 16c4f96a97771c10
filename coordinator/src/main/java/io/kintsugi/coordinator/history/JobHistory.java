package io.kintsugi.coordinator.history;

import io.kintsugi.coordinator.execution.TaskTransition;
import io.kintsugi.coordinator.job.JobTransition;
import io.kintsugi.core.config.HistorySettings;
import io.kintsugi.core.layout.GraphOutline;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.model.Words;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.LoggedEvent.Kind;
import io.kintsugi.core.protocol.LoggedEvent.Level;
import io.kintsugi.core.protocol.LoggedEvent.Subject;
import io.kintsugi.core.protocol.RecoveryStatus;
import org.jspecify.annotations.Nullable;

/**
 * What became of one run of a job. What concerns more than single tasks goes into the log of the cluster as well. Not for
 * several threads.
 */
public final class JobHistory {
    private final JobId job;
    private final GraphOutline outline;
    private final MetricsHistory metrics;
    private final EventLog events;
    private final FailureLog failures;
    private final EventLog cluster;

    /** @param cluster the log of the cluster */
    public JobHistory(JobId job, GraphOutline outline, HistorySettings settings, EventLog cluster) {
        this.job = job;
        this.outline = outline;
        this.metrics = new MetricsHistory(
                outline.vertices().stream().map(GraphOutline.Vertex::name).toList(), settings.pointsMax());
        this.events = new EventLog(settings.eventsMax());
        this.failures = new FailureLog(settings.errorsMax());
        this.cluster = cluster;
    }

    public GraphOutline outline() {
        return outline;
    }

    public MetricsHistory metrics() {
        return metrics;
    }

    public EventLog events() {
        return events;
    }

    public FailureLog failures() {
        return failures;
    }

    /** @param failure of the job, which counts if it is failing */
    public void jobMoved(JobTransition moved, @Nullable Failure failure, long nowMs) {
        if (moved.to() == JobState.FAILING && failure != null) {
            failures.jobFailed(failure, nowMs);
        }
        String text = "%s->%s: %s".formatted(moved.from(), moved.to(), moved.reason());
        tellAll(new EventLog.Entry(nowMs, level(moved.to()), Kind.JOB, Subject.of(job), text));
    }

    private static Level level(JobState state) {
        return switch (state) {
            case FAILING, FAILED -> Level.ERROR;
            case RECOVERING, DEGRADED -> Level.WARN;
            case DEPLOYING, RUNNING, STOPPING, FINISHED, STOPPED -> Level.INFO;
        };
    }

    public void taskMoved(TaskTransition moved, long nowMs) {
        Failure failure = moved.failure();
        if (failure != null) {
            failures.taskFailed(moved.attempt(), moved.worker(), failure, nowMs);
        }
        events.add(new EventLog.Entry(
                nowMs,
                moved.to() == TaskState.FAILED ? Level.WARN : Level.INFO,
                Kind.TASK,
                Subject.of(job, moved.attempt(), moved.worker()),
                "%s->%s: %s".formatted(moved.from(), moved.to(), moved.reason())));
    }

    public void recoveryMoved(RecoveryStatus recovery, long nowMs) {
        Level level = recovery.state() == RecoveryStatus.State.DONE ? Level.INFO : Level.WARN;
        int restarted = recovery.restarted().size();
        String text = "recovery %d %s: strategy %s, %s %s, %d untouched, %s lost so far: %s"
                .formatted(
                        recovery.id(),
                        recovery.state(),
                        recovery.strategy(),
                        Words.count(restarted, "task"),
                        Words.verb(restarted, "restarts", "restart"),
                        recovery.untouched(),
                        Words.count(recovery.loss().lost(), "record"),
                        recovery.cause());
        tellAll(new EventLog.Entry(nowMs, level, Kind.RECOVERY, Subject.of(job, recovery.id()), text));
    }

    /** Only savepoints: there are many checkpoints, and they have a list of their own. */
    public void checkpointCompleted(CheckpointStatus status, long nowMs) {
        if (status.savepoint() != null) {
            String text =
                    "savepoint %s is complete as checkpoint #%d".formatted(status.savepoint(), status.checkpoint());
            Subject subject = Subject.of(job, status.checkpoint());
            events.add(new EventLog.Entry(nowMs, Level.INFO, Kind.CHECKPOINT, subject, text));
        }
    }

    public void warned(String text, long nowMs) {
        events.add(new EventLog.Entry(nowMs, Level.WARN, Kind.JOB, Subject.of(job), text));
    }

    /** Recoveries have cost more than the loss budget. */
    public void budgetExceeded(String text, long nowMs) {
        tellAll(new EventLog.Entry(nowMs, Level.WARN, Kind.LOSS, Subject.of(job), text));
    }

    private void tellAll(EventLog.Entry entry) {
        events.add(entry);
        cluster.add(entry);
    }
}
