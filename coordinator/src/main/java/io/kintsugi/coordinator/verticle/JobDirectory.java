package io.kintsugi.coordinator.verticle;

import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.JobMetrics;
import io.kintsugi.core.protocol.JobPicture;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LoggedEvent;
import io.kintsugi.core.protocol.LoggedFailure;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.protocol.SavepointStatus;
import io.kintsugi.core.protocol.TaskStatus;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of the cluster, live and ended; answers only on the node that leads. Any thread may call; futures complete on
 * the leader's event loop, and expected failures are {@link JobRejectedException}.
 */
public interface JobDirectory {
    /**
     * The job that a request is about.
     *
     * @param begun whether this very request began the run; of many equal ones that come at once, one did
     */
    record Submitted(JobStatus status, boolean begun) {}

    /** Completes once the job has been planned and placed, so usually while its tasks are still being deployed. */
    Future<Submitted> submit(SubmitRequest request);

    /** Completes if a job of this name and graph could begin with that savepoint; nothing is begun. */
    Future<Void> requireFit(String name, StartFrom from, JobGraph graph);

    /** The newest run of the name. */
    Future<JobStatus> get(String name);

    /** The newest run of every name, by name. */
    Future<List<JobStatus>> list();

    /** Fails a running task as if a function of it had thrown; the status is that before the failure. */
    Future<JobStatus> failTask(String name, TaskId task);

    /** Asks the job to stop and completes at once, with the status after the asking. No change if it has ended. */
    Future<JobStatus> stop(String name, StopMode mode);

    /**
     * Asks the job to stop with a savepoint of this name and completes at once; no change if it stops already or has ended. The
     * job ends when the savepoint is complete.
     */
    Future<JobStatus> stopWithSavepoint(String name, String savepoint);

    /** Checkpoints of the newest run of the name, newest first; a bounded number. */
    Future<List<CheckpointStatus>> checkpoints(String name);

    /** Recoveries of the newest run of the name, newest first; a bounded number. */
    Future<List<RecoveryStatus>> recoveries(String name);

    /** One recovery of the newest run of the name, if it is not forgotten. */
    Future<RecoveryStatus> recovery(String name, long id);

    /** What recoveries of the newest run of the name have cost. */
    Future<LossStatus> loss(String name);

    /** The newest attempt of a task of the newest run of the name, {@code train[2]}. */
    Future<TaskStatus> task(String name, String task);

    /** The newest run of the name as a graph, with what its vertices do now. */
    Future<JobPicture> picture(String name);

    /** What the vertices of the newest run of the name did lately, by steps of time. */
    Future<JobMetrics> metrics(String name, long windowMs, long stepMs);

    /** What happened to the newest run of the name, newest first; a bounded number is kept. */
    Future<List<LoggedEvent>> events(String name, LogPage page);

    /** What happened to nodes and jobs since this leader leads, newest first; a bounded number is kept. */
    Future<List<LoggedEvent>> clusterEvents(LogPage page);

    /** What failed in the newest run of the name, newest first; a bounded number is kept. */
    Future<List<LoggedFailure>> failures(String name, LogPage page);

    /**
     * A restart that has begun.
     *
     * @param before the run that ends, as it was
     * @param begun completes with the next run once that is being deployed
     */
    record Restarting(JobStatus before, Future<JobStatus> begun) {}

    /**
     * Ends the newest run of the name, if it lives, and begins the next with the same words; completes when it is clear that
     * this can be done.
     *
     * @param from null: the next run begins with no state
     */
    Future<Restarting> restart(String name, @Nullable StartFrom from);

    /**
     * Drains a node, or has it take tasks again; completes at once. Nothing is begun where its tasks have no place elsewhere.
     *
     * @param node an incarnation, or a name
     */
    Future<NodeStanding> drain(String node, boolean drained);

    /**
     * Has a node take no new tasks until then, or until it is released; those that it has work on. Refused where no other worker takes
     * tasks.
     *
     * @param node an incarnation, or a name
     * @param reason for people
     */
    Future<NodeStanding> quarantine(String node, Instant until, String reason);

    /** Ends a quarantine; nothing changes for a node that has none. */
    Future<NodeStanding> release(String node);

    /** Whether a node takes tasks, and how far its drain is. */
    Future<NodeStanding> standingOf(NodeId node);

    /** Forgets a run that has ended, and deletes its checkpoints; savepoints stay. The answer is what was forgotten. */
    Future<JobStatus> delete(String name);

    /** Does something only if this is the newest run of the name, without anything else in between. */
    <T> Future<T> onlyIf(String name, long run, Supplier<Future<T>> action);

    /** Savepoints of all runs of the name, also of a job that is not known any more, and those that are under way. */
    Future<List<SavepointStatus>> savepoints(String name);

    Future<SavepointStatus> savepoint(String name, String savepoint);

    /** Asks the live job for a savepoint; it is pending when this completes. */
    Future<SavepointStatus> triggerSavepoint(String name, String savepoint);

    /** Deletes a savepoint, and what it alone needs; the answer is what was deleted. */
    Future<SavepointStatus> deleteSavepoint(String name, String savepoint);
}
