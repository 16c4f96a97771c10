package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.liveness.Watch.Standing;
import io.kintsugi.cluster.storage.RunStore;
import io.kintsugi.coordinator.history.EventLog;
import io.kintsugi.coordinator.job.JobEvent;
import io.kintsugi.coordinator.job.JobTable;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.coordinator.verticle.JobDirectory.Submitted;
import io.kintsugi.coordinator.verticle.JobRejectedException.Reason;
import io.kintsugi.core.model.Nearest;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LoggedEvent;
import io.kintsugi.core.protocol.LoggedEvent.Kind;
import io.kintsugi.core.protocol.LoggedEvent.Level;
import io.kintsugi.core.protocol.LoggedEvent.Subject;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.Pulse;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.TaskStatus;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.snapshot.Manifest;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a leader knows and does in one term. On the leader's loop only. */
final class Reign implements Vigil.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(Reign.class);

    /** Between two points of the metrics. */
    private static final long SAMPLE_MS = 1_000;

    /** Beyond it no more lines are written about orphans in this term; they are stopped all the same. */
    private static final int ORPHANS_SEEN_MAX = 1_000;

    private final Term term;
    private final LeaderParts parts;
    private final Loop loop;
    private final RunStore runs;
    private final Workers workers;
    private final Vigil vigil;
    private final SnapshotWork snapshots;
    private final EventLog events;
    private final JobRestarts restarts = new JobRestarts(this);
    private final MemberWatch members = new MemberWatch();
    private final Savepoints savepoints = new Savepoints(this);
    private final JobTable<JobRunner> jobs;
    private final Map<String, Submission> submissions = new LinkedHashMap<>();
    private final Set<String> orphansSeen = new TreeSet<>();
    private boolean over;

    Reign(Term term, LeaderParts parts, Loop loop) {
        this.term = term;
        this.parts = parts;
        this.loop = loop;
        this.runs = new RunStore(parts.files());
        this.workers = new Workers(parts.bus(), loop);
        this.vigil = new Vigil(parts.membership(), parts.liveness(), loop, this);
        this.snapshots = new SnapshotWork(loop, parts.snapshots());
        this.events = new EventLog(parts.history().eventsMax());
        this.jobs = new JobTable<>(parts.settings().endedJobsMax());
        tell(Level.INFO, parts.membership().self(), "leads, term " + term.value());
        membersChanged();
        vigil.begin();
        sampleAgain();
    }

    /** Once a second, as workers report. */
    private void sampleAgain() {
        loop.startTimer(SAMPLE_MS, () -> {
            if (!over) {
                jobs.live().forEach(JobRunner::sample);
                sampleAgain();
            }
        });
    }

    /** What happened since this leader leads. */
    EventLog events() {
        return events;
    }

    Term term() {
        return term;
    }

    /** Steps down: tasks go on, but nobody is told about them here any more. */
    void end() {
        over = true;
        workers.close();
        vigil.close();
        jobs.all().forEach(JobRunner::close);
    }

    boolean isOver() {
        return over;
    }

    void membersChanged() {
        for (MemberWatch.Change change : members.update(parts.membership().members())) {
            tell(change.joined() ? Level.INFO : Level.WARN, change.node(), change.text());
        }
        workers.update(vigil.members());
        vigil.look();
    }

    /** A node asks for its lease. */
    Standing heard(Pulse pulse) {
        return vigil.heard(pulse);
    }

    @Override
    public void silent(Set<NodeId> silent) {
        tellAll(new JobEvent.WorkersSilent(silent));
    }

    @Override
    public void lost(NodeId worker) {
        tellAll(new JobEvent.WorkerLost(worker));
    }

    @Override
    public void givenUp() {
        workers.update(vigil.members());
    }

    @Override
    public void tell(Level level, NodeId node, String text) {
        LoggedEvent event = events.add(new EventLog.Entry(Loop.nowMs(), level, Kind.NODE, Subject.of(node), text));
        parts.clusterNews().accept(event);
    }

    private void tellAll(JobEvent event) {
        List.copyOf(jobs.all()).forEach(job -> job.take(event));
    }

    /** An event of a job that is not known here is of no use to anybody, so it counts as taken. */
    void event(WorkerEvent event) {
        jobs.get(event.job().name()).ifPresent(job -> job.take(new JobEvent.WorkerTold(event)));
    }

    /** A worker that has tasks of a run that is not known here has got them from an earlier leader, and nobody leads them. */
    void report(TaskReport report) {
        jobs.get(report.job().name())
                .filter(job -> job.id().equals(report.job()))
                .ifPresentOrElse(job -> job.report(report), () -> release(report));
    }

    private void release(TaskReport orphans) {
        if (orphansSeen.size() < ORPHANS_SEEN_MAX && orphansSeen.add(orphans.job() + "@" + orphans.worker())) {
            LOG.warn("job={} worker={} has tasks that no leader knows; they stop", orphans.job(), orphans.worker());
        }
        parts.bus().command(orphans.worker(), new WorkerCommand.ReleaseJob(term, orphans.job()));
    }

    Future<JobStatus> get(String name) {
        return of(name, JobRunner::status);
    }

    /** What is known of the newest run of a name. */
    <T> Future<T> of(String name, Function<JobRunner, T> answer) {
        return jobs.get(name).map(answer).map(Future::succeededFuture).orElseGet(() -> unknown(name));
    }

    List<JobStatus> list() {
        return jobs.all().stream().map(JobRunner::status).toList();
    }

    Future<List<CheckpointStatus>> checkpoints(String name) {
        return of(name, JobRunner::checkpoints);
    }

    Future<List<RecoveryStatus>> recoveries(String name) {
        return of(name, JobRunner::recoveries);
    }

    Future<RecoveryStatus> recovery(String name, long id) {
        return of(name, job -> job.recovery(id))
                .compose(found -> found.map(Future::succeededFuture)
                        .orElseGet(() -> Future.failedFuture(new JobRejectedException(
                                Reason.NO_SUCH_RECOVERY,
                                "job '%s' has no recovery %d, or not any more; the newest are kept"
                                        .formatted(name, id)))));
    }

    Future<LossStatus> loss(String name) {
        return of(name, JobRunner::loss);
    }

    /** The newest run of a name. */
    Optional<JobRunner> job(String name) {
        return jobs.get(name);
    }

    /** The live job that would go back to this savepoint after a failure. */
    Optional<String> userOf(Manifest savepoint) {
        return jobs.live().stream()
                .filter(job -> job.restorable().filter(savepoint::equals).isPresent())
                .map(job -> job.id().name())
                .findFirst();
    }

    Future<JobStatus> stop(String name, StopMode mode) {
        jobs.get(name).ifPresent(job -> job.take(new JobEvent.StopRequested(mode)));
        return get(name);
    }

    Future<TaskStatus> task(String name, String task) {
        return get(name)
                .compose(status -> status.tasks().stream()
                        .filter(one -> one.attempt().task().toString().equals(task))
                        .findFirst()
                        .map(Future::succeededFuture)
                        .orElseGet(() -> Future.failedFuture(noTask(status, task))));
    }

    Future<JobStatus> failTask(String name, TaskId task) {
        return task(name, task.toString()).compose(found -> {
            if (found.state() != TaskState.RUNNING) {
                return Future.failedFuture(new JobRejectedException(
                        Reason.TASK_NOT_RUNNING,
                        "task %s of job '%s' is %s; only one that is RUNNING can be made to fail"
                                .formatted(task, name, found.state())));
            }
            Future<JobStatus> before = get(name);
            jobs.get(name).ifPresent(job -> job.take(new JobEvent.FailureAsked(task)));
            return before;
        });
    }

    private static JobRejectedException noTask(JobStatus status, String task) {
        List<String> names = status.tasks().stream()
                .map(one -> one.attempt().task().toString())
                .toList();
        return new JobRejectedException(
                Reason.NO_SUCH_TASK,
                "job '%s' has no task %s%s".formatted(status.spec().id().name(), task, Nearest.hint(task, names)));
    }

    private <T> Future<T> unknown(String name) {
        return Future.failedFuture(new JobRejectedException(
                Reason.NO_SUCH_JOB, "no job is named '" + name + "'" + Nearest.hint(name, jobs.names())));
    }

    Future<Submitted> submit(SubmitRequest request) {
        String name = request.name();
        Submission underWay = submissions.get(name);
        if (underWay != null) {
            return request.equals(underWay.request()) && request.idempotent()
                    ? underWay.outcome().map(status -> new Submitted(status, false))
                    : taken(name, "is being submitted");
        }
        JobRunner newest = jobs.get(name).orElse(null);
        if (newest != null && request.idempotent() && sameJob(request, newest.request())) {
            return Future.succeededFuture(new Submitted(newest.status(), false));
        }
        if (newest != null && jobs.lives(name)) {
            return taken(name, "is " + newest.status().state());
        }
        int live = jobs.live().size() + submissions.size();
        if (live >= parts.settings().liveJobsMax()) {
            return Future.failedFuture(new JobRejectedException(
                    Reason.TOO_MANY_JOBS,
                    "job '%s': %d jobs live, and coordinator.live-jobs-max allows no more".formatted(name, live)));
        }
        return begin(request, request.from());
    }

    /** Forgets a run that has ended, and deletes its checkpoints; the answer is what was forgotten. */
    Future<JobStatus> delete(String name) {
        if (jobs.lives(name) || submissions.containsKey(name)) {
            return Future.failedFuture(new JobRejectedException(
                    Reason.JOB_LIVES,
                    "job '%s' lives; only one that has ended can be deleted: stop it first".formatted(name)));
        }
        return get(name).compose(status -> {
            jobs.forget(name);
            return savepoints.deleteCheckpoints(name).map(status);
        });
    }

    private static Future<Submitted> taken(String name, String state) {
        return Future.failedFuture(new JobRejectedException(
                Reason.NAME_TAKEN,
                "job '%s' %s; stop it first, or choose another name for the new one".formatted(name, state)));
    }

    private static boolean sameJob(SubmitRequest a, SubmitRequest b) {
        return a.equals(b.idempotent(a.idempotent()));
    }

    /** @param from what the run begins with, whatever the request says of it */
    Future<Submitted> begin(SubmitRequest request, @Nullable StartFrom from) {
        Submission submission = new Submission(request, from, this);
        submissions.put(request.name(), submission);
        return submission
                .run()
                .onComplete(done -> submissions.remove(request.name()))
                .map(status -> new Submitted(status, true));
    }

    /** Adds a job that has been placed and sets it going. */
    void begin(JobRunner job) {
        jobs.begin(job.request().name(), job);
        job.take(new JobEvent.WorkersSilent(vigil.silent()));
        job.take(new JobEvent.JobSubmitted());
    }

    /** A job has ended by itself. */
    void ended(JobStatus status) {
        jobs.end(status.spec().id().name());
        parts.compiler().release(status.spec().id());
    }

    /** What the workers that can be reached have to give now. */
    List<SlotOffer> offers() {
        return workers.offers(this::slotsHeld, vigil::bars);
    }

    private int slotsHeld(NodeId worker) {
        return jobs.live().stream().mapToInt(job -> job.slotsOn(worker)).sum();
    }

    LeaderParts parts() {
        return parts;
    }

    Loop loop() {
        return loop;
    }

    RunStore runs() {
        return runs;
    }

    JobRestarts restarts() {
        return restarts;
    }

    Savepoints savepoints() {
        return savepoints;
    }

    SnapshotWork snapshots() {
        return snapshots;
    }

    Workers workers() {
        return workers;
    }
}
