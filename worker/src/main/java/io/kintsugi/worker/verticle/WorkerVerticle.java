package io.kintsugi.worker.verticle;

import io.kintsugi.cluster.bus.ControlBus;
import io.kintsugi.cluster.bus.SupersededException;
import io.kintsugi.cluster.membership.Membership;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerCommand.AbortCheckpoint;
import io.kintsugi.core.protocol.WorkerCommand.CancelTask;
import io.kintsugi.core.protocol.WorkerCommand.CompleteCheckpoint;
import io.kintsugi.core.protocol.WorkerCommand.ConnectTask;
import io.kintsugi.core.protocol.WorkerCommand.DeployTask;
import io.kintsugi.core.protocol.WorkerCommand.DrainTask;
import io.kintsugi.core.protocol.WorkerCommand.FinishTasks;
import io.kintsugi.core.protocol.WorkerCommand.PrepareSpare;
import io.kintsugi.core.protocol.WorkerCommand.ReleaseJob;
import io.kintsugi.core.protocol.WorkerCommand.TriggerCheckpoint;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.protocol.WorkerInventory;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.SnapshotStore;
import io.kintsugi.worker.disk.ExchangeFolder;
import io.kintsugi.worker.disk.ExchangeUsage;
import io.kintsugi.worker.exchange.BatchStorage;
import io.kintsugi.worker.net.DataPlane;
import io.kintsugi.worker.net.RecordCodec;
import io.kintsugi.worker.task.TaskChain;
import io.kintsugi.worker.verticle.StateReading.UnreadableStateException;
import io.kintsugi.worker.verticle.WorkerJob.Attempt;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.WorkerExecutor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does on this node what the leader orders: deploys, connects, drains, cancels and forgets tasks. Every order may come
 * twice; one of an older term is refused.
 */
public final class WorkerVerticle extends VerticleBase implements WorkerCommand.Handler<Future<Void>> {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerVerticle.class);
    private static final long REPORT_MS = 1_000;
    /** A thread that has been storing one state for so long is worth a warning. */
    private static final long STORE_WARN_MINUTES = 10;

    private final Parts parts;
    private final Map<JobId, WorkerJob> jobs = new LinkedHashMap<>();
    /** Those that are about to be forgotten. */
    private final Map<JobId, Future<Void>> leaving = new ConcurrentHashMap<>();

    private final Withdrawals withdrawals = new Withdrawals();
    private final EventOutbox outbox;
    private final LocalCopies copies;
    private final ExchangeFolder exchange;
    private Term highestTerm = Term.NONE;
    /** When somebody led last. */
    private long ledNs = System.nanoTime();

    private @Nullable WorkerExecutor storing;
    private @Nullable Care care;

    /**
     * What a worker needs from its node.
     *
     * @param snapshots the same for all nodes of a cluster; it blocks
     * @param newestTerm the newest that any leader of the cluster has taken; it blocks
     * @param leaderlessMs how long tasks go on while nobody leads
     * @param reports gets what the leader gets, for the node's own metrics; called on the worker's loop
     */
    public record Parts(
            Membership membership,
            ControlBus bus,
            DataPlane plane,
            JobGraphs graphs,
            TaskLimits limits,
            SnapshotStore snapshots,
            Supplier<Term> newestTerm,
            int leaderlessMs,
            Consumer<TaskReport> reports) {}

    public WorkerVerticle(Parts parts) {
        this.parts = parts;
        this.copies = new LocalCopies(parts.limits().checkpoints().localCopiesBytesMax());
        this.exchange = new ExchangeFolder(
                ExchangeFolder.configured(parts.limits().exchange().dir()),
                parts.membership().self().incarnation());
        this.outbox = new EventOutbox(parts.bus(), parts.membership(), this::here);
    }

    @Override
    public Future<?> start() {
        storing = vertx.createSharedWorkerExecutor(
                "kintsugi-states", parts.limits().checkpoints().storeThreads(), STORE_WARN_MINUTES, TimeUnit.MINUTES);
        care = Care.of(vertx, parts.limits().tasks(), this::here);
        parts.bus().onCommand(this::accept);
        parts.bus().onGreeting(this::greeted);
        vertx.setPeriodic(REPORT_MS, id -> report());
        return Future.succeededFuture();
    }

    @Override
    public Future<?> stop() {
        outbox.close();
        return Future.join(jobs.values().stream().map(this::dropTasks).toList()).eventually(() -> {
            care().close();
            return vertx.executeBlocking(() -> {
                exchange.close();
                return true;
            });
        });
    }

    private void here(Runnable action) {
        context.runOnContext(go -> action.run());
    }

    private Care care() {
        return Objects.requireNonNull(care, "the worker has not started");
    }

    /** Threads that functions hold although nobody waits for them any more. Any thread may call. */
    public int leftBehind() {
        Care started = care;
        return started == null ? 0 : started.leftBehind().count();
    }

    /** What the partitions of jobs in batch mode take here. Any thread may call. */
    public ExchangeUsage exchangeUsage() {
        return exchange.usage();
    }

    private Future<Void> accept(WorkerCommand command) {
        return Future.future(promise -> context.runOnContext(go -> {
            Future<Void> heard = command.begins() ? hearOfNewest() : Future.succeededFuture();
            heard.compose(done -> obey(command)).onComplete(promise);
        }));
    }

    /** Whoever begins something here must be the newest leader, also if this worker has not heard of a newer one. */
    private Future<Void> hearOfNewest() {
        return vertx.executeBlocking(parts.newestTerm()::get, false).map(newest -> {
            if (newest.compareTo(highestTerm) > 0) {
                highestTerm = newest;
            }
            return null;
        });
    }

    private Future<Void> obey(WorkerCommand command) {
        if (command.term().compareTo(highestTerm) < 0) {
            return Future.failedFuture(superseded(
                    "%s of job %s".formatted(command.getClass().getSimpleName(), command.job()), command.term()));
        }
        highestTerm = command.term();
        Future<Void> taken = command.handle(this);
        WorkerJob job = jobs.get(command.job());
        if (job != null && !taken.failed()) {
            job.memory().ordered(command);
        }
        return taken;
    }

    private SupersededException superseded(String what, Term term) {
        return new SupersededException("%s is refused: its term is %d and this worker has seen %d"
                .formatted(what, term.value(), highestTerm.value()));
    }

    /** What it tells holds until the next order: from here on it takes none of an earlier term. */
    private Future<WorkerInventory> greeted(Term term) {
        return Future.future(promise -> context.runOnContext(go -> {
            if (term.compareTo(highestTerm) < 0) {
                promise.fail(superseded("a greeting", term));
                return;
            }
            highestTerm = term;
            promise.complete(new WorkerInventory(
                    parts.membership().self(),
                    jobs.values().stream().map(job -> job.memory().inventory()).toList()));
        }));
    }

    /** Everything that a leader is told is remembered for the next one. */
    private void tell(WorkerEvent event) {
        WorkerJob job = jobs.get(event.job());
        if (job != null) {
            job.memory().told(event);
        }
        outbox.add(event);
    }

    @Override
    public Future<Void> deploy(DeployTask command) {
        AttemptId id = command.attempt();
        if (withdrawals.covers(command.job(), id, command.term())) {
            return Future.failedFuture("job %s: attempt %s is refused: it was cancelled or its job released before"
                    .formatted(command.job(), id));
        }
        int held = leftBehind();
        if (held > parts.limits().tasks().leftBehindMax()) {
            return Future.failedFuture(
                    ("attempt %s is refused: %d threads of this node are left behind by tasks that were"
                                    + " given up (task.left-behind-max = %d); start the node anew")
                            .formatted(id, held, parts.limits().tasks().leftBehindMax()));
        }
        WorkerJob job = jobs.computeIfAbsent(command.job(), name -> newJob(command.spec()));
        Attempt present = job.attempt(id.task()).orElse(null);
        if (present != null && present.id().number() > id.number()) {
            return Future.failedFuture("attempt " + id + " is refused: this worker runs " + present.id());
        }
        if (present != null && present.id().equals(id)) {
            return Future.succeededFuture(); // The same order again; its outcome is or will be reported.
        }
        Future<ChannelPositions> cleared = present == null ? Future.succeededFuture() : drop(job, present);
        Future<TaskVerticle> built = cleared.compose(gone -> job.shared())
                .compose(shared -> spare(job, command)
                        .map(spare -> new TaskVerticle(
                                new TaskWiring(shared, id, command.restore(), spare), event -> reported(job, event))));
        Future<String> deployed = built.compose(this::deployTask);
        job.put(new Attempt(id, built, deployed));
        deployed.onSuccess(deploymentId -> tell(new WorkerEvent.TaskDeployed(
                        command.job(), id, built.result().location())))
                .onFailure(cause -> reported(job, notDeployed(command, cause)));
        return Future.succeededFuture();
    }

    /** The open chain that the task is made of, if there is one; a task that has ended opens nothing. */
    private Future<Optional<TaskChain>> spare(WorkerJob job, DeployTask command) {
        AttemptId spare = command.spare();
        if (spare == null) {
            return Future.succeededFuture(Optional.empty());
        }
        withdrawals.canceled(command.job(), spare); // It is not made again by an order that comes late.
        return StateReading.ended(command.restore())
                ? job.spares().drop(spare).map(Optional.empty())
                : job.spares().take(spare);
    }

    @Override
    public Future<Void> prepare(PrepareSpare command) {
        AttemptId id = command.spare();
        if (withdrawals.covers(command.job(), id, command.term())) {
            return Future.failedFuture(
                    "job %s: spare %s is refused: it was used or cancelled, or its job released before"
                            .formatted(command.job(), id));
        }
        WorkerJob job = jobs.computeIfAbsent(command.job(), name -> newJob(command.spec()));
        if (!job.spares().has(id)) {
            job.spares()
                    .open(id)
                    .<WorkerEvent>map(open -> new WorkerEvent.SpareReady(command.job(), id))
                    .otherwise(cause -> new WorkerEvent.SpareFailed(command.job(), id, Failure.of(cause)))
                    .onSuccess(this::tell);
        }
        return Future.succeededFuture();
    }

    /** From this verticle's context: from that of the attempt before, the new one would be a part of that and end with it. */
    private Future<String> deployTask(TaskVerticle verticle) {
        return Future.future(promise -> here(
                () -> vertx.deployVerticle(verticle, new DeploymentOptions()).onComplete(promise)));
    }

    private static WorkerEvent notDeployed(DeployTask command, Throwable cause) {
        return cause instanceof UnreadableStateException unreadable
                ? new WorkerEvent.StateUnreadable(
                        command.job(), command.attempt(), unreadable.version(), Failure.of(cause))
                : new WorkerEvent.TaskFailed(command.job(), command.attempt(), Failure.of(cause));
    }

    private WorkerJob newJob(JobSpec spec) {
        Future<TaskWiring.Shared> shared = left(spec.id())
                .compose(gone -> parts.graphs().load(spec))
                .compose(loaded -> vertx.executeBlocking(() -> shared(spec, loaded)));
        return new WorkerJob(spec, shared, new Spares(care(), shared));
    }

    /** What the job had here before is gone: it is called the same as what comes, and would go with it. */
    private Future<Void> left(JobId job) {
        return leaving.getOrDefault(job, Future.succeededFuture()).otherwiseEmpty();
    }

    private TaskWiring.Shared shared(JobSpec spec, JobGraphs.Loaded loaded) {
        Plan plan = Plan.of(loaded.graph());
        RecordCodec codec = RecordCodec.of(loaded.graph(), parts.limits().channel(), loaded.loader());
        return new TaskWiring.Shared(
                spec.id(),
                loaded.graph(),
                plan,
                Objects.requireNonNullElse(spec.recovery(), loaded.graph().recovery()),
                codec,
                plan.isBatch()
                        ? exchange.storage(
                                spec.id(), codec, parts.limits().exchange().sortBytes())
                        : BatchStorage.none(),
                new TaskWiring.Surroundings(
                        parts.membership().self(),
                        parts.plane(),
                        parts.limits(),
                        new TaskVersions.StateStore(
                                parts.snapshots(),
                                Objects.requireNonNull(storing, "the worker has not started"),
                                copies),
                        care()));
    }

    @Override
    public Future<Void> connect(ConnectTask command) {
        return present(command, command.attempt()).map(verticle -> {
            verticle.connect(command);
            return null;
        });
    }

    @Override
    public Future<Void> drain(DrainTask command) {
        return present(command, command.attempt()).map(verticle -> {
            verticle.drain();
            return null;
        });
    }

    @Override
    public Future<Void> detach(WorkerCommand.DetachPeers command) {
        return present(command, command.attempt()).map(verticle -> {
            verticle.detach(command.gone());
            return null;
        });
    }

    @Override
    public Future<Void> fail(WorkerCommand.FailTask command) {
        return present(command, command.attempt()).map(verticle -> {
            verticle.failAsAsked();
            return null;
        });
    }

    /** One that has been cancelled, for this reason or another, says so itself. */
    @Override
    public Future<Void> handOver(WorkerCommand.HandOverTask command) {
        if (withdrawals.covers(command.job(), command.attempt(), command.term())) {
            return Future.succeededFuture();
        }
        CancelTask then = new CancelTask(command.term(), command.job(), command.attempt());
        return present(command, command.attempt()).map(verticle -> {
            verticle.handOver(() -> here(() -> handedOver(then)));
            return null;
        });
    }

    private void handedOver(CancelTask then) {
        WorkerJob job = jobs.get(then.job());
        if (job != null && !withdrawals.covers(then.job(), then.attempt(), then.term())) {
            job.memory().ordered(then);
            cancel(then);
        }
    }

    @Override
    public Future<Void> cancel(CancelTask command) {
        withdrawals.canceled(command.job(), command.attempt());
        WorkerJob job = jobs.get(command.job());
        Future<ChannelPositions> unknown = Future.succeededFuture(ChannelPositions.none());
        Future<ChannelPositions> gone = job == null
                ? unknown
                : job.attempt(command.attempt())
                        .map(attempt -> drop(job, attempt))
                        .orElse(unknown);
        Future<ChannelPositions> closed =
                job == null ? gone : job.spares().drop(command.attempt()).transform(dropped -> gone);
        closed.onSuccess(last ->
                context.runOnContext(go -> tell(new WorkerEvent.TaskCanceled(command.job(), command.attempt(), last))));
        return Future.succeededFuture();
    }

    @Override
    public Future<Void> release(ReleaseJob command) {
        withdrawals.released(command.job(), command.term());
        WorkerJob job = jobs.remove(command.job());
        if (job == null) {
            return Future.succeededFuture();
        }
        sendReport(job);
        return forget(job);
    }

    private Future<Void> forget(WorkerJob job) {
        JobId id = job.spec().id();
        copies.release(id);
        Future<Void> forgotten = dropTasks(job)
                .compose(gone -> deletePartitions(job))
                .compose(gone -> {
                    parts.plane().release(id);
                    return parts.graphs().release(id);
                });
        leaving.put(id, forgotten);
        return forgotten.onComplete(gone -> leaving.remove(id, forgotten));
    }

    private Future<Boolean> deletePartitions(WorkerJob job) {
        TaskWiring.Shared shared = job.shared().result();
        if (shared == null || !shared.plan().isBatch()) {
            return Future.succeededFuture(false);
        }
        return vertx.executeBlocking(() -> {
                    exchange.delete(job.spec().id());
                    return true;
                })
                .onFailure(cause -> LOG.warn(
                        "job={} partitions not deleted cause=\"{}\"", job.spec().id(), cause.getMessage()))
                .otherwise(false);
    }

    @Override
    public Future<Void> trigger(TriggerCheckpoint command) {
        Optional<Attempt> attempt =
                Optional.ofNullable(jobs.get(command.job())).flatMap(job -> job.attempt(command.attempt()));
        attempt.flatMap(Attempt::deployed)
                .ifPresentOrElse(
                        task -> task.trigger(command),
                        () -> tell(new WorkerEvent.CheckpointDeclined(
                                command.job(),
                                command.attempt(),
                                command.checkpoint(),
                                false,
                                attempt.isPresent() ? "it is being deployed" : "it is not on this worker")));
        return Future.succeededFuture();
    }

    @Override
    public Future<Void> abort(AbortCheckpoint command) {
        return each(command, task -> task.abort(command.checkpoint()));
    }

    @Override
    public Future<Void> complete(CompleteCheckpoint command) {
        return each(command, task -> task.complete(command.checkpoint()));
    }

    @Override
    public Future<Void> finish(FinishTasks command) {
        return each(command, task -> task.finish(command.checkpoint()));
    }

    /** All tasks of the job that are deployed here; the others take no part in any checkpoint yet. */
    private Future<Void> each(WorkerCommand command, Consumer<TaskVerticle> action) {
        WorkerJob job = jobs.get(command.job());
        if (job != null) {
            job.attempts().forEach(attempt -> attempt.deployed().ifPresent(action));
        }
        return Future.succeededFuture();
    }

    private Future<TaskVerticle> present(WorkerCommand command, AttemptId id) {
        WorkerJob job = jobs.get(command.job());
        return (job == null ? Optional.<Attempt>empty() : job.attempt(id))
                .map(attempt -> attempt.deploymentId()
                        .map(deployed -> attempt.verticle().result()))
                .orElseGet(() ->
                        Future.failedFuture("job %s: this worker has no attempt %s".formatted(command.job(), id)));
    }

    private Future<Void> dropTasks(WorkerJob job) {
        return Future.join(job.attempts().stream()
                        .map(attempt -> drop(job, attempt))
                        .toList())
                .eventually(() -> job.spares().dropAll())
                .otherwiseEmpty()
                .mapEmpty();
    }

    /**
     * Stops an attempt wherever it stands; gives how far it had come, as far as that is known. Does not fail, and does not
     * wait longer than {@code task.stuck-ms} for functions.
     */
    private Future<ChannelPositions> drop(WorkerJob job, Attempt attempt) {
        job.remove(attempt.id());
        Future<ChannelPositions> gone = attempt.deploymentId()
                .compose(id -> attempt.verticle().result().cancel().eventually(() -> vertx.undeploy(id)));
        return care().patience().await(gone, ChannelPositions.none(), () -> {
            attempt.verticle().onSuccess(TaskVerticle::giveUp);
            attempt.deploymentId().onSuccess(vertx::undeploy);
        });
    }

    /** Any thread may call. */
    private void reported(WorkerJob job, WorkerEvent event) {
        here(() -> {
            Optional<Attempt> attempt = job.attempt(event.attempt());
            // Before its end is known, so that an ended job shows all it did.
            attempt.ifPresent(present -> sendReport(job, present.counters()));
            if (attempt.isPresent() || event instanceof WorkerEvent.RecordsLost) { // What is lost remains lost.
                tell(event);
            }
        });
    }

    private void report() {
        long nowNs = System.nanoTime();
        ledNs = parts.membership().leader().isPresent() ? nowNs : ledNs;
        if (nowNs - ledNs > TimeUnit.MILLISECONDS.toNanos(parts.leaderlessMs())) {
            giveUp(nowNs);
        }
        jobs.values().forEach(this::sendReport);
    }

    /** Whoever leads next finds no tasks here, and begins the jobs anew. */
    private void giveUp(long nowNs) {
        ledNs = nowNs;
        if (!jobs.isEmpty()) {
            LOG.warn(
                    "nobody has led for {} ms (takeover.leaderless-ms): the tasks of {} stop",
                    parts.leaderlessMs(),
                    jobs.keySet());
            List<WorkerJob> all = List.copyOf(jobs.values());
            jobs.clear();
            all.forEach(job -> forget(job)
                    .onFailure(cause -> LOG.warn(
                            "job={} is not released cause=\"{}\"", job.spec().id(), cause.toString())));
        }
    }

    private void sendReport(WorkerJob job) {
        sendReport(job, job.counters());
    }

    private void sendReport(WorkerJob job, List<TaskCounters> counters) {
        if (!counters.isEmpty() || !job.spares().isEmpty()) { // So that a leader who does not know them hears of them.
            TaskReport report =
                    new TaskReport(job.spec().id(), parts.membership().self(), counters);
            parts.reports().accept(report);
            parts.membership().leader().ifPresent(leader -> parts.bus().report(leader, report));
        }
    }
}
