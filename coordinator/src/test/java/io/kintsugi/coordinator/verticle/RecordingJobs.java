package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.storage.QuarantineStore.Quarantine;
import io.kintsugi.coordinator.verticle.JobRejectedException.Reason;
import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.layout.GraphOutline;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.JobMetrics;
import io.kintsugi.core.protocol.JobPicture;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LoggedEvent;
import io.kintsugi.core.protocol.LoggedFailure;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.protocol.SavepointStatus;
import io.kintsugi.core.protocol.TaskStatus;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A directory that remembers what it was asked, and can be made slow or broken. */
final class RecordingJobs implements JobDirectory {
    private final List<SubmitRequest> submissions = new ArrayList<>();
    private final Map<String, JobStatus> jobs = new TreeMap<>();
    private Promise<Void> gate = Promise.promise();
    private @Nullable RuntimeException nextFailure;

    RecordingJobs() {
        gate.complete();
    }

    synchronized void hold() {
        gate = Promise.promise();
    }

    synchronized void letGo() {
        gate.complete();
    }

    synchronized void failNext(RuntimeException failure) {
        nextFailure = failure;
    }

    synchronized List<SubmitRequest> submissions() {
        return List.copyOf(submissions);
    }

    @Override
    public synchronized Future<Submitted> submit(SubmitRequest request) {
        if (nextFailure != null) {
            RuntimeException failure = nextFailure;
            nextFailure = null;
            return Future.failedFuture(failure);
        }
        JobStatus known = jobs.get(request.name());
        if (known != null) {
            return request.idempotent()
                    ? Future.succeededFuture(new Submitted(known, false))
                    : Future.failedFuture(new JobRejectedException(Reason.NAME_TAKEN, request.name() + " lives"));
        }
        submissions.add(request);
        JobSpec spec = new JobSpec(
                new JobId(request.name(), submissions.size()),
                request.builder(),
                request.parameters(),
                request.artifact(),
                "f");
        JobStatus status = new JobStatus(spec, JobState.DEPLOYING, 1, 0, 0, null, List.of());
        jobs.put(request.name(), status);
        return gate.future().map(open -> new Submitted(status, true));
    }

    @Override
    public Future<Void> requireFit(String name, StartFrom from, JobGraph graph) {
        return Future.succeededFuture();
    }

    @Override
    public synchronized Future<JobStatus> get(String name) {
        JobStatus status = jobs.get(name);
        return status != null
                ? Future.succeededFuture(status)
                : Future.failedFuture(new JobRejectedException(Reason.NO_SUCH_JOB, "no job " + name));
    }

    @Override
    public synchronized Future<List<JobStatus>> list() {
        return Future.succeededFuture(List.copyOf(jobs.values()));
    }

    @Override
    public Future<JobStatus> stop(String name, StopMode mode) {
        return get(name)
                .map(status -> new JobStatus(
                        status.spec(), JobState.STOPPING, status.submittedAtMs(), 0, 0, null, status.tasks()));
    }

    @Override
    public Future<JobStatus> stopWithSavepoint(String name, String savepoint) {
        return stop(name, StopMode.SAVEPOINT);
    }

    @Override
    public Future<JobStatus> failTask(String name, TaskId task) {
        return get(name);
    }

    @Override
    public Future<List<CheckpointStatus>> checkpoints(String name) {
        return get(name).map(status -> List.of());
    }

    @Override
    public Future<List<RecoveryStatus>> recoveries(String name) {
        return get(name).map(status -> List.of());
    }

    @Override
    public Future<RecoveryStatus> recovery(String name, long id) {
        return Future.failedFuture(new JobRejectedException(Reason.NO_SUCH_RECOVERY, "no recovery " + id));
    }

    @Override
    public Future<LossStatus> loss(String name) {
        LossStatus.Budget unused = new LossStatus.Budget(0, 0, 0, 0, false);
        return get(name).map(status -> new LossStatus(LossTotals.none(), true, 0, unused, List.of()));
    }

    @Override
    public Future<TaskStatus> task(String name, String task) {
        return Future.failedFuture(new JobRejectedException(Reason.NO_SUCH_TASK, "no task " + task));
    }

    @Override
    public Future<JobPicture> picture(String name) {
        return get(name)
                .map(status -> new JobPicture(
                        status,
                        new GraphOutline(List.of(), List.of()),
                        new LinkedHashMap<>(),
                        new TreeMap<>(),
                        List.of()));
    }

    @Override
    public Future<JobMetrics> metrics(String name, long windowMs, long stepMs) {
        return get(name).map(status -> new JobMetrics(status.spec().id(), stepMs, List.of(), List.of(), List.of()));
    }

    @Override
    public Future<List<LoggedEvent>> events(String name, LogPage page) {
        return get(name).map(status -> List.of());
    }

    @Override
    public Future<List<LoggedEvent>> clusterEvents(LogPage page) {
        return Future.succeededFuture(List.of());
    }

    @Override
    public Future<List<LoggedFailure>> failures(String name, LogPage page) {
        return get(name).map(status -> List.of());
    }

    @Override
    public Future<Restarting> restart(String name, @Nullable StartFrom from) {
        return get(name).map(status -> new Restarting(status, Future.succeededFuture(status)));
    }

    @Override
    public Future<NodeStanding> drain(String node, boolean drained) {
        NodeId id = new NodeId(node, "1");
        return Future.succeededFuture(NodeStanding.of(id, drained, Optional.empty(), 1));
    }

    @Override
    public Future<NodeStanding> quarantine(String node, Instant until, String reason) {
        Quarantine quarantine = new Quarantine(node, until, reason);
        return Future.succeededFuture(NodeStanding.of(new NodeId(node, "1"), false, Optional.of(quarantine), 1));
    }

    @Override
    public Future<NodeStanding> release(String node) {
        return Future.succeededFuture(NodeStanding.of(new NodeId(node, "1"), false, Optional.empty(), 1));
    }

    @Override
    public Future<NodeStanding> standingOf(NodeId node) {
        return Future.succeededFuture(NodeStanding.of(node, true, Optional.empty(), 0));
    }

    @Override
    public Future<JobStatus> delete(String name) {
        return get(name);
    }

    @Override
    public <T> Future<T> onlyIf(String name, long run, Supplier<Future<T>> action) {
        return action.get();
    }

    @Override
    public Future<List<SavepointStatus>> savepoints(String name) {
        return Future.succeededFuture(List.of());
    }

    @Override
    public Future<SavepointStatus> savepoint(String name, String savepoint) {
        return rejected();
    }

    @Override
    public Future<SavepointStatus> triggerSavepoint(String name, String savepoint) {
        return rejected();
    }

    @Override
    public Future<SavepointStatus> deleteSavepoint(String name, String savepoint) {
        return rejected();
    }

    private static Future<SavepointStatus> rejected() {
        return Future.failedFuture(new JobRejectedException(Reason.NO_SUCH_SAVEPOINT, "no savepoint"));
    }
}
