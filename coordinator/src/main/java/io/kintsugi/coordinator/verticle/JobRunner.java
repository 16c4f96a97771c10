package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.bus.ControlBus;
import io.kintsugi.cluster.bus.RefusedException;
import io.kintsugi.cluster.bus.SupersededException;
import io.kintsugi.coordinator.execution.TaskTransition;
import io.kintsugi.coordinator.history.JobHistory;
import io.kintsugi.coordinator.history.MetricsHistory;
import io.kintsugi.coordinator.job.JobEffects;
import io.kintsugi.coordinator.job.JobEvent;
import io.kintsugi.coordinator.job.JobTransition;
import io.kintsugi.coordinator.job.Master;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobMetrics;
import io.kintsugi.core.protocol.JobNews;
import io.kintsugi.core.protocol.JobPicture;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LoggedEvent;
import io.kintsugi.core.protocol.LoggedFailure;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.VertexSample;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.VersionId;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings events to the master of one job and does what it orders. On the leader's loop only. */
final class JobRunner implements JobEffects, JobReporter.Facts {
    private static final Logger LOG = LoggerFactory.getLogger(JobRunner.class);

    private final Master master;
    private final SubmitRequest request;
    private final JobHistory history;
    private final Reign reign;
    private final ControlBus bus;
    private final Loop loop;
    private final SnapshotWork snapshots;
    private final JobReporter reporter;
    private final Set<Long> timers = new LinkedHashSet<>();
    private final Promise<JobStatus> ended = Promise.promise();
    /** Completes when it is stored that the job has ended. */
    private final Promise<Void> endStored = Promise.promise();

    private boolean closed;

    JobRunner(Master master, SubmitRequest request, JobHistory history, Reign reign) {
        this.master = master;
        this.request = request;
        this.history = history;
        this.reign = reign;
        this.bus = reign.parts().bus();
        this.loop = reign.loop();
        this.snapshots = reign.snapshots();
        this.reporter = new JobReporter(this, this::tell);
    }

    private void tell(JobNews news) {
        if (news.kind() == JobNews.Kind.BUDGET_EXCEEDED) {
            history.budgetExceeded(news.text(), news.atMs());
        }
        reign.parts().news().accept(news);
    }

    /** Counters of its tasks; they count also after its end. */
    void report(TaskReport report) {
        history.metrics().reported(report, Loop.nowMs());
        take(new JobEvent.TasksCounted(report));
    }

    /** Remembers what its tasks do now. */
    void sample() {
        history.metrics().sample(status().tasks(), stateBytes(), Loop.nowMs());
    }

    private Map<String, Long> stateBytes() {
        Map<String, Long> bytes = new TreeMap<>();
        restorable()
                .ifPresent(manifest -> manifest.versions()
                        .forEach(version -> bytes.merge(version.task().vertex(), version.bytes(), Long::sum)));
        return bytes;
    }

    JobPicture picture() {
        JobStatus status = status();
        long nowMs = Loop.nowMs();
        Map<String, VertexSample> now = history.metrics().now(status.tasks(), stateBytes(), nowMs);
        return new JobPicture(status, history.outline(), now, history.metrics().writtenPerS(nowMs), loss().entries());
    }

    JobMetrics metrics(long windowMs, long stepMs) {
        long fromMs = Loop.nowMs() - windowMs;
        MetricsHistory.Window window = history.metrics().since(fromMs, stepMs);
        List<RecoveryStatus> recent = recoveries().stream()
                .filter(recovery -> recovery.timeline().values().stream().anyMatch(atMs -> atMs > fromMs))
                .sorted(Comparator.comparingLong(RecoveryStatus::id))
                .toList();
        return new JobMetrics(id(), stepMs, window.timesMs(), window.series(), recent);
    }

    List<LoggedEvent> events(LogPage page) {
        return history.events().between(page.after(), page.before(), page.limit());
    }

    List<LoggedFailure> failures(LogPage page) {
        return history.failures().before(page.before(), page.limit());
    }

    void take(JobEvent event) {
        if (!closed) {
            event.applyTo(master, Loop.nowMs()).forEach(command -> command.execute(this));
        }
    }

    JobId id() {
        return master.id();
    }

    @Override
    public JobStatus status() {
        return master.status();
    }

    /** What it was asked for with. */
    SubmitRequest request() {
        return request;
    }

    /** Newest first, a bounded number. */
    List<CheckpointStatus> checkpoints() {
        return master.checkpoints();
    }

    /** Newest first, a bounded number. */
    @Override
    public List<RecoveryStatus> recoveries() {
        return master.recoveries();
    }

    Optional<RecoveryStatus> recovery(long id) {
        return master.recovery(id);
    }

    @Override
    public LossStatus loss() {
        return master.loss();
    }

    boolean isCheckpointed() {
        return master.isCheckpointed();
    }

    Plan plan() {
        return master.plan();
    }

    /** What it would go back to after a failure now. */
    Optional<Manifest> restorable() {
        return master.restorable();
    }

    int slotsOn(NodeId worker) {
        return master.slotsOn(worker);
    }

    int tasksOn(NodeId worker) {
        return master.tasksOn(worker);
    }

    int slotsToMove(NodeId worker) {
        return master.slotsToMove(worker);
    }

    /** Completes with the run, and fails when this leader leads no more. */
    Future<JobStatus> ended() {
        return ended.future();
    }

    /** Nothing is done for this job any more. */
    void close() {
        closed = true;
        cancelTimers();
        ended.tryFail(LeaderVerticle.notLeading(reign.parts().membership()));
    }

    private void cancelTimers() {
        timers.forEach(loop::cancelTimer);
        timers.clear();
    }

    /** Workers forget a job when it is stored that it has ended: till then they tell the next leader, if there is one. */
    @Override
    public void send(NodeId worker, WorkerCommand command, int sends) {
        if (command instanceof WorkerCommand.ReleaseJob) {
            endStored.future().onSuccess(stored -> sendNow(worker, command, sends));
        } else {
            sendNow(worker, command, sends);
        }
    }

    private void sendNow(NodeId worker, WorkerCommand command, int sends) {
        loop.bring(bus.command(worker, command)).onFailure(failure -> {
            if (failure instanceof SupersededException) {
                reign.superseded(String.valueOf(failure.getMessage()));
            } else if (failure instanceof RefusedException) {
                take(new JobEvent.CommandRefused(worker, command, Failure.of(failure)));
            } else {
                take(new JobEvent.CommandUnanswered(worker, command, sends));
            }
        });
    }

    @Override
    public void startTimer(JobEvent event, long delayMs) {
        long[] id = new long[1];
        id[0] = loop.startTimer(delayMs, () -> {
            timers.remove(id[0]);
            take(event);
        });
        timers.add(id[0]);
    }

    @Override
    public void jobMoved(JobTransition moved) {
        reporter.moved(moved, Loop.nowMs());
        history.jobMoved(moved, status().failure(), Loop.nowMs());
        if (moved.to() == JobState.FAILED) {
            LOG.error("job={} {}->{} cause=\"{}\"", moved.job(), moved.from(), moved.to(), cause());
        } else if (moved.to() == JobState.RECOVERING) {
            LOG.warn("job={} {}->{} cause=\"{}\"", moved.job(), moved.from(), moved.to(), moved.reason());
        } else {
            String key = moved.to() == JobState.FAILING ? "cause" : "reason";
            LOG.info("job={} {}->{} {}=\"{}\"", moved.job(), moved.from(), moved.to(), key, moved.reason());
        }
    }

    private String cause() {
        return String.valueOf(status().failure());
    }

    @Override
    public void taskMoved(TaskTransition moved) {
        history.taskMoved(moved, Loop.nowMs());
        LOG.info(
                "job={} task={} attempt={} worker={} {}->{} {}=\"{}\"",
                master.id(),
                moved.attempt().task(),
                moved.attempt().number(),
                moved.worker(),
                moved.from(),
                moved.to(),
                moved.to() == TaskState.FAILED ? "cause" : "reason",
                moved.reason());
    }

    @Override
    public void recoveryMoved(RecoveryStatus recovery) {
        history.recoveryMoved(recovery, Loop.nowMs());
        LOG.info(
                "job={} recovery={} {} strategy={} failed={} restarted={} untouched={} lost={} cause=\"{}\"",
                master.id(),
                recovery.id(),
                recovery.state(),
                recovery.strategy(),
                recovery.failed(),
                recovery.restarted().size(),
                recovery.untouched(),
                recovery.loss().lost(),
                recovery.cause());
    }

    @Override
    public void warn(String text) {
        history.warned(text, Loop.nowMs());
        LOG.warn("job={} {}", master.id(), text);
    }

    @Override
    public void ended(JobStatus status) {
        sample();
        cancelTimers();
        reign.ended(status).onComplete(endStored);
        ended.tryComplete(status);
    }

    @Override
    public void checkpointCompleted(CheckpointStatus status) {
        history.checkpointCompleted(status, Loop.nowMs());
        LOG.debug(
                "job={} checkpoint={} completed ms={} bytes={} savepoint={}",
                master.id(),
                status.checkpoint(),
                status.endedAtMs() - status.triggeredAtMs(),
                status.bytes(),
                status.savepoint());
    }

    @Override
    public void askForSlots(int round) {
        loop.run(() -> take(new JobEvent.SlotsOffered(round, reign.offers())));
    }

    @Override
    public void storeManifest(Manifest manifest, @Nullable String savepoint) {
        snapshots
                .create(manifest, savepoint)
                .onSuccess(outcome -> take(new JobEvent.CheckpointTold(outcome)))
                .onFailure(failure -> reign.superseded(String.valueOf(failure.getMessage())));
    }

    @Override
    public void deleteVersions(List<VersionId> versions) {
        snapshots.delete(versions);
    }

    @Override
    public void deleteManifest(Manifest manifest, List<VersionId> versions) {
        snapshots.delete(manifest, versions);
    }

    @Override
    public void sweepVersions(JobId job, List<VersionId> kept) {
        snapshots.sweep(job, kept);
    }
}
