package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.bus.NotReadyException;
import io.kintsugi.cluster.bus.SupersededException;
import io.kintsugi.cluster.liveness.Watch.Standing;
import io.kintsugi.cluster.storage.JobStore;
import io.kintsugi.cluster.storage.RunStore;
import io.kintsugi.cluster.storage.TermStore;
import io.kintsugi.coordinator.history.EventLog;
import io.kintsugi.coordinator.job.JobEvent;
import io.kintsugi.coordinator.job.JobTable;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.coordinator.verticle.JobDirectory.Submitted;
import io.kintsugi.coordinator.verticle.JobRejectedException.Reason;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.Nearest;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.JobInventory;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LoggedEvent;
import io.kintsugi.core.protocol.LoggedEvent.Kind;
import io.kintsugi.core.protocol.LoggedEvent.Level;
import io.kintsugi.core.protocol.LoggedEvent.Subject;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.Pulse;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.protocol.StopRequest;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.TaskStatus;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.protocol.WorkerInventory;
import io.kintsugi.core.snapshot.Manifest;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
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

    /** Pause before it is stored again that a job has ended. */
    private static final long END_AGAIN_MS = 1_000;

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
    private final HeldBack heldBack;
    private final Savepoints savepoints = new Savepoints(this);
    private final JobTable<JobRunner> jobs;
    private final Map<String, Submission> submissions = new LinkedHashMap<>();
    /** Names of which what is left is being deleted: a run that began now would lose what it begins with. */
    private final Set<String> deletions = new TreeSet<>();

    private final Set<String> orphansSeen = new TreeSet<>();
    private final KnownJobs known = new KnownJobs();
    private final JobStore store;
    private final Consumer<String> superseded;
    private final Promise<Void> ready = Promise.promise();
    private boolean over;

    /** @param superseded told once, when there is a leader of a later term */
    Reign(Term term, LeaderParts parts, Loop loop, Consumer<String> superseded) {
        this.term = term;
        this.parts = parts;
        this.loop = loop;
        this.superseded = superseded;
        this.runs = new RunStore(parts.files());
        this.store = new JobStore(parts.files());
        this.workers = new Workers(term, parts.bus(), loop, new Workers.Told() {
            @Override
            public void answered(WorkerInventory inventory) {
                Reign.this.answered(inventory);
            }

            @Override
            public void superseded(String reason) {
                Reign.this.superseded(reason);
            }
        });
        this.vigil = new Vigil(parts.membership(), parts.liveness(), loop, this);
        this.snapshots = new SnapshotWork(loop, parts.snapshots(), this::requireNewest);
        this.events = new EventLog(parts.history().eventsMax());
        this.jobs = new JobTable<>(parts.settings().endedJobsMax());
        this.heldBack = new HeldBack(this);
        tell(Level.INFO, parts.membership().self(), "leads, term " + term.value());
        membersChanged();
        vigil.begin();
        sampleAgain();
        new Takeover(this, known).run().onComplete(ready);
    }

    /** Once a second, as workers report. */
    private void sampleAgain() {
        loop.startTimer(SAMPLE_MS, () -> {
            if (!over) {
                jobs.live().forEach(JobRunner::sample);
                heldBack.look();
                sampleAgain();
            }
        });
    }

    /** What happened since this leader leads. */
    EventLog events() {
        return events;
    }

    /** Completes when the jobs of leaders before have been taken over, or will have to wait. */
    Future<Void> ready() {
        return ready.future();
    }

    /** Blocks. */
    private void requireNewest() throws SupersededException {
        Term highest = new TermStore(parts.files()).highest();
        if (!highest.equals(term)) {
            throw new SupersededException("term %d was taken by another coordinator, this one has term %d"
                    .formatted(highest.value(), term.value()));
        }
    }

    /** Others may have taken over everything: from here on nothing is done any more. */
    void superseded(String reason) {
        if (!over) {
            superseded.accept(reason);
        }
    }

    private void answered(WorkerInventory inventory) {
        known.answered(inventory);
        for (JobInventory job : inventory.jobs()) {
            jobs.get(job.spec().id().name())
                    .filter(runner -> runner.id().equals(job.spec().id()))
                    .ifPresent(runner -> runner.take(new JobEvent.WorkerAnswered(inventory.worker(), job)));
        }
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
        heldBack.membersChanged();
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
        known.lost(worker);
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

    void tellAll(JobEvent event) {
        List.copyOf(jobs.all()).forEach(job -> job.take(event));
    }

    /**
     * An event of a job that is not known here is of no use to anybody, so it counts as taken; one of a job that is to be taken over
     * has to come again.
     */
    Future<Void> event(WorkerEvent event) {
        if (!ready.future().isComplete() || known.waits(event.job())) {
            return Future.failedFuture(new NotReadyException("job " + event.job() + " is being taken over"));
        }
        jobs.get(event.job().name()).ifPresent(job -> job.take(new JobEvent.WorkerTold(event)));
        return Future.succeededFuture();
    }

    /** A worker that has tasks of a run that is not known here has got them from an earlier leader, and nobody leads them. */
    void report(TaskReport report) {
        if (!ready.future().isComplete() || known.waits(report.job())) {
            return;
        }
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
        return known.get(name)
                .map(job -> Future.succeededFuture(job.status()))
                .orElseGet(() -> jobs.get(name)
                        .map(job -> Future.succeededFuture(job.status()))
                        .orElseGet(() -> unknown(name)));
    }

    /** What is known of the newest run of a name, if this leader leads it. */
    <T> Future<T> of(String name, Function<JobRunner, T> answer) {
        return led(name).map(answer);
    }

    /** The newest run of a name. */
    Future<JobRunner> led(String name) {
        return get(name)
                .compose(status -> jobs.get(name)
                        .map(Future::succeededFuture)
                        .orElseGet(() -> JobRejectedException.future(
                                Reason.NO_LIVE_JOB,
                                known.waits(status.spec().id())
                                        ? "job '%s' is being taken over; try again".formatted(name)
                                        : "job '%s' has ended (%s) under an earlier leader, and only its last status is known"
                                                .formatted(name, status.state()))));
    }

    /** @param unled what is to be said of a job that this leader does not lead */
    <T> Future<T> of(String name, Function<JobRunner, T> answer, T unled) {
        return get(name).map(status -> jobs.get(name).map(answer).orElse(unled));
    }

    /** By name. */
    List<JobStatus> list() {
        TreeMap<String, JobStatus> all = new TreeMap<>();
        jobs.all().forEach(job -> all.put(job.id().name(), job.status()));
        known.all().forEach(job -> all.put(job.status().spec().id().name(), job.status()));
        return List.copyOf(all.values());
    }

    Future<List<CheckpointStatus>> checkpoints(String name) {
        return of(name, JobRunner::checkpoints, List.of());
    }

    Future<List<RecoveryStatus>> recoveries(String name) {
        return of(name, JobRunner::recoveries, List.of());
    }

    Future<RecoveryStatus> recovery(String name, long id) {
        return of(name, job -> job.recovery(id), Optional.<RecoveryStatus>empty())
                .compose(found -> found.map(Future::succeededFuture)
                        .orElseGet(() -> JobRejectedException.future(
                                Reason.NO_SUCH_RECOVERY,
                                "job '%s' has no recovery %d, or not any more; the newest are kept"
                                        .formatted(name, id))));
    }

    Future<LossStatus> loss(String name) {
        return of(name, JobRunner::loss, LossStatus.none());
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

    /** What was asked for is done also by the next leader. */
    Future<JobStatus> stop(String name, StopMode mode) {
        Optional<JobId> live = known.get(name)
                .filter(KnownJobs.Known::waits)
                .map(job -> job.status().spec().id())
                .or(() -> jobs.get(name).filter(job -> jobs.lives(name)).map(JobRunner::id));
        if (live.isEmpty()) {
            return get(name);
        }
        JobId id = live.get();
        StopRequest stop = new StopRequest(mode, "");
        return loop.doBlocking(() -> store.stopAsked(id, stop)).compose(stored -> {
            known.stopAsked(id, stop); // Its takeover may have read the store before.
            jobs.get(name)
                    .filter(job -> job.id().equals(id))
                    .ifPresent(job -> job.take(new JobEvent.StopRequested(mode)));
            return get(name);
        });
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
                return JobRejectedException.future(
                        Reason.TASK_NOT_RUNNING,
                        "task %s of job '%s' is %s; only one that is RUNNING can be made to fail"
                                .formatted(task, name, found.state()));
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
        return JobRejectedException.future(
                Reason.NO_SUCH_JOB, "no job is named '" + name + "'" + Nearest.hint(name, jobs.names()));
    }

    Future<Submitted> submit(SubmitRequest request) {
        String name = request.name();
        Submission underWay = submissions.get(name);
        if (underWay != null) {
            return request.equals(underWay.request()) && request.idempotent()
                    ? underWay.outcome().map(status -> new Submitted(status, false))
                    : taken(name, "is being submitted");
        }
        Future<Submitted> unled =
                known.get(name).map(job -> answer(request, job)).orElse(null);
        if (unled != null) {
            return unled;
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
            return JobRejectedException.future(
                    Reason.TOO_MANY_JOBS,
                    "job '%s': %d jobs live, and coordinator.live-jobs-max allows no more".formatted(name, live));
        }
        return begin(request, request.from());
    }

    /** Forgets a run that has ended, and deletes its checkpoints; the answer is what was forgotten. */
    Future<JobStatus> delete(String name) {
        boolean waits = known.get(name).filter(KnownJobs.Known::waits).isPresent();
        if (waits || jobs.lives(name) || submissions.containsKey(name)) {
            return JobRejectedException.future(
                    Reason.JOB_LIVES,
                    "job '%s' lives; only one that has ended can be deleted: stop it first".formatted(name));
        }
        if (!deletions.add(name)) {
            return beingDeleted(name);
        }
        return get(name)
                .compose(status ->
                        loop.doBlocking(() -> store.forget(status.spec().id())).map(status))
                .compose(status -> {
                    known.remove(name);
                    jobs.forget(name);
                    return savepoints.deleteCheckpoints(name).map(status);
                })
                .onComplete(done -> deletions.remove(name));
    }

    /** Null for a request that begins the next run. */
    private static @Nullable Future<Submitted> answer(SubmitRequest request, KnownJobs.Known job) {
        if (request.idempotent() && sameJob(request, job.request())) {
            return Future.succeededFuture(new Submitted(job.status(), false));
        }
        return job.waits() ? taken(request.name(), "is being taken over") : null;
    }

    private static Future<Submitted> taken(String name, String state) {
        return JobRejectedException.future(
                Reason.NAME_TAKEN,
                "job '%s' %s; stop it first, or choose another name for the new one".formatted(name, state));
    }

    private static <T> Future<T> beingDeleted(String name) {
        return JobRejectedException.future(
                Reason.NAME_TAKEN, "job '%s' is being deleted with its checkpoints; try again".formatted(name));
    }

    private static boolean sameJob(SubmitRequest a, SubmitRequest b) {
        return a.equals(b.idempotent(a.idempotent()));
    }

    /** @param from what the run begins with, whatever the request says of it */
    Future<Submitted> begin(SubmitRequest request, @Nullable StartFrom from) {
        if (deletions.contains(request.name())) {
            return beingDeleted(request.name());
        }
        Submission submission = new Submission(request, from, this);
        submissions.put(request.name(), submission);
        return submission
                .run()
                .onComplete(done -> submissions.remove(request.name()))
                .map(status -> new Submitted(status, true));
    }

    /** Adds a job and sets it going. */
    void begin(JobRunner job, JobEvent first) {
        known.remove(job.id().name());
        jobs.begin(job.id().name(), job);
        job.take(new JobEvent.WorkersSilent(vigil.silent()));
        job.take(heldBack.told());
        job.take(first);
    }

    /** A job has ended by itself; completes when the next leader will know. */
    Future<Void> ended(JobStatus status) {
        jobs.end(status.spec().id().name());
        parts.compiler().release(status.spec().id());
        return storeEnd(status);
    }

    /** Tries as long as this leads. */
    Future<Void> storeEnd(JobStatus status) {
        return loop.doBlocking(() -> store.ended(status)).recover(failure -> {
            LOG.warn(
                    "job={} it cannot be stored that it has ended, tries again cause=\"{}\"",
                    status.spec().id(),
                    failure.toString());
            return loop.pause(END_AGAIN_MS).compose(paused -> over ? Future.failedFuture(failure) : storeEnd(status));
        });
    }

    /** What the workers that can be reached have to give now. */
    List<SlotOffer> offers() {
        return workers.offers(this::slotsHeld, worker -> vigil.bars(worker) || heldBack.has(worker));
    }

    Collection<JobRunner> liveJobs() {
        return jobs.live();
    }

    /** Whether there is no job left that this leader has to take over. */
    boolean leadsAll() {
        return ready.future().isComplete() && known.all().stream().noneMatch(KnownJobs.Known::waits);
    }

    HeldBack heldBack() {
        return heldBack;
    }

    private int slotsHeld(NodeId worker) {
        return jobs.live().stream().mapToInt(job -> job.slotsOn(worker)).sum() + known.slotsOn(worker);
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

    JobStore store() {
        return store;
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
