package io.kintsugi.worker.verticle;

import io.kintsugi.cluster.bus.ControlBus;
import io.kintsugi.cluster.membership.Member;
import io.kintsugi.cluster.membership.SingleNode;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.config.CheckpointSettings;
import io.kintsugi.core.config.ExchangeSettings;
import io.kintsugi.core.config.TaskSettings;
import io.kintsugi.core.config.WatermarkSettings;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.ChannelPeer;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerCommand.CancelTask;
import io.kintsugi.core.protocol.WorkerCommand.CompleteCheckpoint;
import io.kintsugi.core.protocol.WorkerCommand.ConnectTask;
import io.kintsugi.core.protocol.WorkerCommand.DeployTask;
import io.kintsugi.core.protocol.WorkerCommand.FinishTasks;
import io.kintsugi.core.protocol.WorkerCommand.TriggerCheckpoint;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.protocol.WorkerEvent.TaskCanceled;
import io.kintsugi.core.snapshot.MemorySnapshotStore;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.core.snapshot.SnapshotStore;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.worker.net.DataPlane;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** A worker of its own Vert.x with a test in the place of the leader. */
final class WorkerFixture implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Term TERM = new Term(1);

    final NodeId node = new NodeId("w", "inc1");
    final JobId jobId;
    final List<WorkerEvent> events = new CopyOnWriteArrayList<>();
    final MemorySnapshotStore snapshots = new MemorySnapshotStore();
    /** While it is set, no state can be stored. */
    volatile boolean storeBroken;
    /** No state is stored before it has been counted down. */
    volatile CountDownLatch storeHeld = new CountDownLatch(0);

    /** What the durable store knows of, whether this worker has heard of it or not. */
    volatile Term newestTerm = Term.NONE;

    /** When what is known of a job is let go. */
    volatile Future<Void> releases = Future.succeededFuture();

    final AtomicInteger loads = new AtomicInteger();

    private int attempt = 1;
    private final Map<TaskId, TaskLocation> locations = new ConcurrentHashMap<>();
    private final Vertx vertx = Vertx.vertx();
    private final Plan plan;
    private final JobSpec spec;
    private final ControlBus bus;
    private final WorkerVerticle verticle;

    WorkerFixture(Job job, ChannelSettings channels) {
        this(job, channels, TaskSettings.defaults());
    }

    WorkerFixture(Job job, ChannelSettings channels, TaskSettings tasks) {
        jobId = new JobId(job.name(), 1);
        plan = Plan.of(job.graph());
        spec = new JobSpec(jobId, "test", Map.of(), null, job.graph().fingerprint());
        bus = get(ControlBus.start(vertx, node));
        bus.onEvent(this::take);
        DataPlane plane = get(DataPlane.start(vertx, node));
        SingleNode membership = new SingleNode(new Member(node, Set.of(Role.COORDINATOR, Role.WORKER), 4, ""));
        JobGraphs graphs = new JobGraphs() {
            @Override
            public Future<Loaded> load(JobSpec ignored) {
                loads.incrementAndGet();
                return Future.succeededFuture(new Loaded(job.graph(), getClass().getClassLoader()));
            }

            @Override
            public Future<Void> release(JobId ignored) {
                return releases;
            }
        };
        verticle = new WorkerVerticle(new WorkerVerticle.Parts(
                membership,
                bus,
                plane,
                graphs,
                new TaskLimits(
                        channels,
                        WatermarkSettings.defaults(),
                        1_000,
                        CheckpointSettings.defaults(),
                        tasks,
                        ExchangeSettings.defaults()),
                breakable(),
                () -> newestTerm,
                60_000,
                report -> {}));
        get(vertx.deployVerticle(verticle));
    }

    private SnapshotStore breakable() {
        return (SnapshotStore) Proxy.newProxyInstance(
                SnapshotStore.class.getClassLoader(), new Class<?>[] {SnapshotStore.class}, (proxy, method, args) -> {
                    if (method.getName().equals("write")) {
                        storeHeld.await();
                    }
                    if (storeBroken && method.getName().equals("write")) {
                        throw new UncheckedIOException(new IOException("disk full"));
                    }
                    try {
                        return method.invoke(snapshots, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private Future<Void> take(WorkerEvent event) {
        events.add(event);
        if (event instanceof WorkerEvent.TaskDeployed deployed) {
            locations.put(deployed.attempt().task(), deployed.location());
        }
        return Future.succeededFuture();
    }

    void deployAll() {
        deployAll(RestorePoint.empty().minCheckpoint());
    }

    /** With what was stored for {@code checkpoint}, or in the place of it by tasks that had ended; 0 for nothing. */
    private void deployAll(long checkpoint) {
        plan.tasks().forEach(task -> deploy(task, new RestorePoint(checkpoint, versions(task, checkpoint))));
        Awaitility.await()
                .atMost(LIMIT)
                .untilAsserted(() -> org.assertj.core.api.Assertions.assertThat(locations.keySet())
                        .as("events: %s", events)
                        .containsAll(plan.tasks()));
    }

    void deploy(TaskId task, RestorePoint restore) {
        send(new DeployTask(TERM, spec, id(task), restore));
    }

    /** The current attempt. */
    AttemptId id(TaskId task) {
        return new AttemptId(task, attempt);
    }

    /** Cancels all tasks; the next attempts are those after them. */
    void cancelAll() {
        long canceled = count(TaskCanceled.class);
        plan.tasks().forEach(task -> send(new CancelTask(TERM, jobId, id(task))));
        awaitCount(TaskCanceled.class, canceled + tasks());
        attempt++;
        locations.clear();
    }

    /** Cancels all tasks, and begins anew with a checkpoint. */
    void restartAll(long checkpoint) {
        cancelAll();
        deployAll(checkpoint);
        connectAll();
    }

    private List<StateVersion> versions(TaskId task, long checkpoint) {
        return events.stream()
                .filter(event -> event.attempt().task().equals(task))
                .flatMap(event -> version(event).stream())
                .filter(version -> checkpoint > 0 && (version.checkpoint() == checkpoint || version.ended()))
                .limit(1)
                .toList();
    }

    private static Optional<StateVersion> version(WorkerEvent event) {
        if (event instanceof WorkerEvent.CheckpointAcked acked) {
            return Optional.of(acked.version());
        }
        return event instanceof WorkerEvent.TaskEnded ended ? Optional.of(ended.version()) : Optional.empty();
    }

    void deploy(AttemptId attempt) {
        deploy(TERM, attempt);
    }

    void deploy(Term term, AttemptId attempt) {
        send(new DeployTask(term, spec, attempt, RestorePoint.empty()));
    }

    void connectAll() {
        for (TaskId task : plan.tasks()) {
            send(new ConnectTask(
                    TERM,
                    jobId,
                    id(task),
                    plan.inputs(task).stream()
                            .map(id -> peer(id, plan.producer(id)))
                            .toList(),
                    plan.outputs(task).stream()
                            .map(id -> peer(id, plan.consumer(id)))
                            .toList()));
        }
    }

    private ChannelPeer peer(ChannelId channel, TaskId task) {
        return new ChannelPeer(channel, attempt, locations.get(task));
    }

    /** Asks all sources for a checkpoint. */
    void trigger(long checkpoint) {
        for (TaskId task : plan.tasks()) {
            if (plan.vertex(task).head().isSource()) {
                send(new TriggerCheckpoint(TERM, jobId, id(task), checkpoint, 0, false));
            }
        }
    }

    void complete(long checkpoint) {
        send(new CompleteCheckpoint(TERM, jobId, checkpoint));
    }

    void finish(long checkpoint) {
        send(new FinishTasks(TERM, jobId, checkpoint));
    }

    /** Threads of tasks that were given up. */
    int leftBehind() {
        return verticle.leftBehind();
    }

    int tasks() {
        return plan.tasks().size();
    }

    long count(Class<? extends WorkerEvent> type) {
        return events.stream().filter(type::isInstance).count();
    }

    void awaitCount(Class<? extends WorkerEvent> type, long count) {
        Awaitility.await()
                .atMost(LIMIT)
                .untilAsserted(() -> org.assertj.core.api.Assertions.assertThat(count(type))
                        .as("events: %s", events)
                        .isGreaterThanOrEqualTo(count));
    }

    void send(WorkerCommand command) {
        get(post(command));
    }

    Future<Void> post(WorkerCommand command) {
        return bus.command(node, command);
    }

    private static <T> T get(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        get(vertx.close());
    }
}
