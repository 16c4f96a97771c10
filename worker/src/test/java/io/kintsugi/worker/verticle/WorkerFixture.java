package io.kintsugi.worker.verticle;

import io.kintsugi.cluster.bus.ControlBus;
import io.kintsugi.cluster.membership.Member;
import io.kintsugi.cluster.membership.SingleNode;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.config.CheckpointSettings;
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
import io.kintsugi.core.protocol.WorkerCommand.ConnectTask;
import io.kintsugi.core.protocol.WorkerCommand.DeployTask;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.snapshot.MemorySnapshotStore;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.worker.net.DataPlane;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A worker of its own Vert.x with a test in the place of the leader. */
final class WorkerFixture implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Term TERM = new Term(1);

    final NodeId node = new NodeId("w", "inc1");
    final JobId jobId;
    final List<WorkerEvent> events = new CopyOnWriteArrayList<>();
    private final Map<TaskId, TaskLocation> locations = new ConcurrentHashMap<>();
    private final Vertx vertx = Vertx.vertx();
    private final Plan plan;
    private final JobSpec spec;
    private final ControlBus bus;

    WorkerFixture(Job job, ChannelSettings channels) {
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
                return Future.succeededFuture(new Loaded(job.graph(), getClass().getClassLoader()));
            }

            @Override
            public Future<Void> release(JobId ignored) {
                return Future.succeededFuture();
            }
        };
        get(vertx.deployVerticle(new WorkerVerticle(new WorkerVerticle.Parts(
                membership,
                bus,
                plane,
                graphs,
                new TaskLimits(channels, WatermarkSettings.defaults(), 1_000, CheckpointSettings.defaults()),
                new MemorySnapshotStore(),
                report -> {}))));
    }

    private Future<Void> take(WorkerEvent event) {
        events.add(event);
        if (event instanceof WorkerEvent.TaskDeployed deployed) {
            locations.put(deployed.attempt().task(), deployed.location());
        }
        return Future.succeededFuture();
    }

    void deployAll() {
        plan.tasks().forEach(task -> send(new DeployTask(TERM, spec, AttemptId.first(task), RestorePoint.empty())));
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> locations.size() == plan.tasks().size());
    }

    void connectAll() {
        for (TaskId task : plan.tasks()) {
            send(new ConnectTask(
                    TERM,
                    jobId,
                    AttemptId.first(task),
                    plan.inputs(task).stream()
                            .map(id -> peer(id, plan.producer(id)))
                            .toList(),
                    plan.outputs(task).stream()
                            .map(id -> peer(id, plan.consumer(id)))
                            .toList()));
        }
    }

    private ChannelPeer peer(ChannelId channel, TaskId task) {
        return new ChannelPeer(channel, 1, locations.get(task));
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
        get(bus.command(node, command));
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
