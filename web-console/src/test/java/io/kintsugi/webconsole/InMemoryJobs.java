package io.kintsugi.webconsole;

import io.kintsugi.cluster.artifact.JobLoader;
import io.kintsugi.cluster.artifact.LoadedJob;
import io.kintsugi.cluster.storage.QuarantineStore.Quarantine;
import io.kintsugi.coordinator.verticle.JobDirectory;
import io.kintsugi.coordinator.verticle.JobRejectedException;
import io.kintsugi.coordinator.verticle.JobRejectedException.Reason;
import io.kintsugi.coordinator.verticle.LogPage;
import io.kintsugi.coordinator.verticle.NodeStanding;
import io.kintsugi.coordinator.verticle.StartFrom;
import io.kintsugi.coordinator.verticle.SubmitRequest;
import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.layout.GraphOutline;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.CheckpointState;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.JobMetrics;
import io.kintsugi.core.protocol.JobPicture;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LoggedEvent;
import io.kintsugi.core.protocol.LoggedFailure;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.protocol.SavepointStatus;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.protocol.TaskStatus;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A directory without workers: jobs are built, run on paper, and stop when they are told to. */
final class InMemoryJobs implements JobDirectory {
    private static final NodeId WORKER = new NodeId("n1", "w0");

    private final JobLoader loader;
    private final Map<String, JobStatus> jobs = new TreeMap<>();
    private final Map<String, GraphOutline> outlines = new ConcurrentHashMap<>();
    private final Map<String, SavepointStatus> savepoints = new TreeMap<>();
    private long runs;
    private boolean restarting;
    private boolean last;
    private boolean rooted;

    InMemoryJobs(JobLoader loader) {
        this.loader = loader;
    }

    synchronized void clear() {
        jobs.clear();
        restarting = false;
        rooted = false;
        last = false;
        savepoints.clear();
    }

    /** From now on a restart meets another one. */
    synchronized void restartingAlready() {
        restarting = true;
    }

    synchronized long runs() {
        return runs;
    }

    @Override
    public synchronized Future<Submitted> submit(SubmitRequest request) {
        JobStatus known = jobs.get(request.name());
        if (known != null && request.idempotent() && sameWords(known.spec(), request)) {
            return Future.succeededFuture(new Submitted(known, false));
        }
        if (known != null && !known.state().isTerminal()) {
            return rejected(Reason.NAME_TAKEN, "job " + request.name() + " lives; stop it first");
        }
        JobSpec spec = new JobSpec(
                new JobId(request.name(), ++runs), request.builder(), request.parameters(), request.artifact(), "");
        return loader.load(spec).map(loaded -> new Submitted(started(spec, loaded), true));
    }

    @Override
    public synchronized Future<Void> requireFit(String name, StartFrom from, JobGraph graph) {
        return savepoints.containsKey(String.valueOf(from.savepoint()))
                ? Future.succeededFuture()
                : rejected(Reason.SAVEPOINT_MISSING, "there is no " + from);
    }

    @Override
    public synchronized Future<JobStatus> get(String name) {
        JobStatus status = jobs.get(name);
        return status == null ? rejected(Reason.NO_SUCH_JOB, "no job " + name) : Future.succeededFuture(status);
    }

    @Override
    public synchronized Future<List<JobStatus>> list() {
        return Future.succeededFuture(List.copyOf(jobs.values()));
    }

    @Override
    public synchronized Future<JobStatus> stop(String name, StopMode mode) {
        return get(name).map(status -> {
            JobState next = mode == StopMode.NOW ? JobState.STOPPED : JobState.STOPPING;
            JobStatus stopped = new JobStatus(status.spec(), next, status.submittedAtMs(), 5, 0, null, status.tasks());
            jobs.put(name, stopped);
            return stopped;
        });
    }

    @Override
    public Future<JobStatus> stopWithSavepoint(String name, String savepoint) {
        return stop(name, StopMode.SAVEPOINT);
    }

    @Override
    public Future<JobStatus> failTask(String name, TaskId task) {
        return get(name).compose(status -> {
            if (status.tasks().stream().noneMatch(one -> one.attempt().task().equals(task))) {
                return rejected(Reason.NO_SUCH_TASK, "no task " + task);
            }
            return status.state() == JobState.RUNNING
                    ? Future.succeededFuture(status)
                    : rejected(Reason.TASK_NOT_RUNNING, "task " + task + " does not run");
        });
    }

    @Override
    public Future<List<CheckpointStatus>> checkpoints(String name) {
        CheckpointStatus discarded = new CheckpointStatus(
                7, null, CheckpointState.DISCARDED, 1, 2, 3, List.of(new TaskId("read", 0)), "not acknowledged");
        return get(name).map(status -> List.of(discarded));
    }

    @Override
    public Future<List<RecoveryStatus>> recoveries(String name) {
        return get(name).map(status -> List.of(Recovered.RECOVERY));
    }

    @Override
    public Future<RecoveryStatus> recovery(String name, long id) {
        return get(name)
                .compose(status -> id == Recovered.RECOVERY.id()
                        ? Future.succeededFuture(Recovered.RECOVERY)
                        : rejected(Reason.NO_SUCH_RECOVERY, "no recovery " + id));
    }

    @Override
    public Future<LossStatus> loss(String name) {
        return get(name).map(status -> Recovered.LOSS);
    }

    @Override
    public Future<TaskStatus> task(String name, String task) {
        return get(name)
                .compose(status -> status.tasks().stream()
                        .filter(one -> one.attempt().task().toString().equals(task))
                        .findFirst()
                        .map(Future::succeededFuture)
                        .orElseGet(() -> rejected(Reason.NO_SUCH_TASK, "no task " + task)));
    }

    @Override
    public Future<JobPicture> picture(String name) {
        return get(name).map(status -> Remembered.picture(status, outlines.get(name)));
    }

    @Override
    public Future<JobMetrics> metrics(String name, long windowMs, long stepMs) {
        return get(name).map(status -> Remembered.metrics(status, stepMs));
    }

    @Override
    public Future<List<LoggedEvent>> events(String name, LogPage page) {
        return get(name).map(status -> Remembered.events(page.limit()));
    }

    @Override
    public Future<List<LoggedEvent>> clusterEvents(LogPage page) {
        return Future.succeededFuture(Remembered.events(page.limit()));
    }

    @Override
    public Future<List<LoggedFailure>> failures(String name, LogPage page) {
        return get(name).map(status -> Remembered.FAILURES);
    }

    @Override
    public synchronized Future<Restarting> restart(String name, @Nullable StartFrom from) {
        if (restarting) {
            return rejected(Reason.NAME_TAKEN, "job " + name + " is being restarted");
        }
        return get(name).compose(before -> {
            if (from != null && from.savepoint() != null) {
                return rejected(Reason.SAVEPOINT_MISSING, "no " + from);
            }
            JobSpec spec = before.spec();
            JobId next = new JobId(name, ++runs);
            Future<JobStatus> begun = loader.load(
                            new JobSpec(next, spec.builder(), spec.parameters(), spec.artifact(), spec.fingerprint()))
                    .map(loaded ->
                            started(new JobSpec(next, spec.builder(), spec.parameters(), spec.artifact(), ""), loaded));
            return Future.succeededFuture(new Restarting(before, begun));
        });
    }

    /** From now on the tasks of a node have no place elsewhere. */
    synchronized void cannotDrain() {
        rooted = true;
    }

    @Override
    public synchronized Future<NodeStanding> drain(String node, boolean drained) {
        NodeId self = ChangingMembership.SELF;
        if (!node.equals(self.name())) {
            return rejected(Reason.NO_SUCH_NODE, "no node in view is '" + node + "'");
        }
        if (rooted) {
            return rejected(Reason.CANNOT_DRAIN, "node " + node + " cannot be drained: 1 slot is missing");
        }
        return Future.succeededFuture(NodeStanding.of(self, drained, Optional.empty(), drained ? 1 : 0));
    }

    /** From now on no other worker takes tasks. */
    synchronized void cannotQuarantine() {
        last = true;
    }

    @Override
    public synchronized Future<NodeStanding> quarantine(String node, Instant until, String reason) {
        NodeId self = ChangingMembership.SELF;
        if (!node.equals(self.name())) {
            return rejected(Reason.NO_SUCH_NODE, "no node in view is '" + node + "'");
        }
        return last
                ? rejected(Reason.CANNOT_QUARANTINE, "node " + node + " cannot be quarantined: no other takes tasks")
                : Future.succeededFuture(
                        NodeStanding.of(self, false, Optional.of(new Quarantine(node, until, reason)), 1));
    }

    @Override
    public Future<NodeStanding> release(String node) {
        NodeId self = ChangingMembership.SELF;
        return node.equals(self.name())
                ? Future.succeededFuture(NodeStanding.of(self, false, Optional.empty(), 1))
                : rejected(Reason.NO_SUCH_NODE, "no node in view is '" + node + "'");
    }

    @Override
    public Future<NodeStanding> standingOf(NodeId node) {
        return Future.succeededFuture(NodeStanding.of(node, true, Optional.empty(), 0));
    }

    @Override
    public synchronized Future<JobStatus> delete(String name) {
        return get(name).compose(status -> {
            if (!status.state().isTerminal()) {
                return rejected(Reason.JOB_LIVES, "job " + name + " lives");
            }
            jobs.remove(name);
            return Future.succeededFuture(status);
        });
    }

    @Override
    public synchronized <T> Future<T> onlyIf(String name, long run, Supplier<Future<T>> action) {
        JobStatus status = jobs.get(name);
        return status != null && status.spec().id().run() == run
                ? action.get()
                : rejected(Reason.OTHER_RUN, "not run " + run);
    }

    @Override
    public synchronized Future<List<SavepointStatus>> savepoints(String name) {
        return Future.succeededFuture(List.copyOf(savepoints.values()));
    }

    @Override
    public synchronized Future<SavepointStatus> savepoint(String name, String savepoint) {
        SavepointStatus status = savepoints.get(savepoint);
        return status == null
                ? rejected(Reason.NO_SUCH_SAVEPOINT, "no savepoint " + savepoint)
                : Future.succeededFuture(status);
    }

    @Override
    public synchronized Future<SavepointStatus> triggerSavepoint(String name, String savepoint) {
        return get(name).compose(status -> {
            if (savepoints.containsKey(savepoint)) {
                return rejected(Reason.SAVEPOINT_TAKEN, "there is a savepoint " + savepoint);
            }
            SavepointStatus taken = new SavepointStatus(
                    status.spec().id(), savepoint, CheckpointState.DISCARDED, 7, 1, 0, "the job has no workers");
            savepoints.put(savepoint, taken);
            return Future.succeededFuture(taken);
        });
    }

    @Override
    public synchronized Future<SavepointStatus> deleteSavepoint(String name, String savepoint) {
        return savepoint.equals("used")
                ? rejected(Reason.SAVEPOINT_IN_USE, "savepoint " + savepoint + " is used")
                : savepoint(name, savepoint);
    }

    private synchronized JobStatus started(JobSpec spec, LoadedJob loaded) {
        JobSpec complete = new JobSpec(
                spec.id(),
                spec.builder(),
                spec.parameters(),
                spec.artifact(),
                loaded.job().graph().fingerprint(),
                loaded.job().graph().recovery());
        Plan plan = Plan.of(loaded.job().graph());
        List<TaskStatus> tasks = plan.tasks().stream()
                .map(task -> AttemptId.first(task))
                .map(attempt -> new TaskStatus(
                        attempt,
                        plan.vertex(attempt.task()).label(),
                        TaskState.RUNNING,
                        WORKER,
                        new TaskCounters(attempt, 1, 2, 3, 4, 5, 6, 7_000_000, 8_000_000, 9_000_000, 10),
                        null))
                .toList();
        JobStatus status = new JobStatus(complete, JobState.RUNNING, 1, 0, 0, null, tasks);
        jobs.put(spec.id().name(), status);
        outlines.put(spec.id().name(), GraphOutline.of(plan));
        return status;
    }

    private static boolean sameWords(JobSpec spec, SubmitRequest request) {
        return spec.builder().equals(request.builder()) && spec.parameters().equals(request.parameters());
    }

    private static <T> Future<T> rejected(Reason reason, String message) {
        return Future.failedFuture(new JobRejectedException(reason, message));
    }
}
