package io.kintsugi.coordinator.verticle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.kintsugi.cluster.bus.ControlBus;
import io.kintsugi.cluster.bus.Heartbeat;
import io.kintsugi.cluster.membership.Member;
import io.kintsugi.cluster.storage.FileStore;
import io.kintsugi.coordinator.TestJobs;
import io.kintsugi.core.config.CheckpointSettings;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.config.HistorySettings;
import io.kintsugi.core.config.LivenessSettings;
import io.kintsugi.core.config.RecoverySettings;
import io.kintsugi.core.config.TakeoverSettings;
import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import io.kintsugi.core.protocol.JobNews;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LoggedEvent;
import io.kintsugi.core.snapshot.MemorySnapshotStore;
import io.kintsugi.core.snapshot.SnapshotStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A leader and two workers of two slots each, on one Vert.x. Builders are named
 * {@code readers,workers,writers}, and with checkpoints {@code readers,workers,writers,intervalMs}.
 */
final class LeaderFixture implements AutoCloseable, JobCompiler {
    static final Duration SOON = Duration.ofSeconds(60);

    final Vertx vertx = Vertx.vertx();
    final NodeId self = new NodeId("leader", "l1");
    final HandMembership membership = new HandMembership(self, new Member(self, EnumSet.of(Role.COORDINATOR), 0, ""));
    final List<JobId> released = new CopyOnWriteArrayList<>();
    final List<LoggedEvent> clusterNews = new CopyOnWriteArrayList<>();
    final List<JobNews> news = new CopyOnWriteArrayList<>();
    final MemorySnapshotStore snapshots = new MemorySnapshotStore();
    volatile AroundStore aroundStore = (method, call) -> call.make();
    volatile BeforeBuild beforeBuild = () -> {};
    final PlainWorker first;
    final PlainWorker second;
    final LeaderVerticle leader;
    private final LeaderParts parts;
    private final String deployed;

    LeaderFixture(Path directory, CoordinatorSettings settings) throws Exception {
        first = new PlainWorker(vertx, "w1", self, snapshots);
        second = new PlainWorker(vertx, "w2", self, snapshots);
        membership.join(first.member());
        membership.join(second.member());
        ControlBus bus = outcome(ControlBus.start(vertx, self));
        parts = new LeaderParts(
                membership,
                bus,
                new Heartbeat(bus, membership, 1, LivenessSettings.defaults()),
                this,
                new FileStore(directory, "l1"),
                watched(snapshots),
                settings,
                TakeoverSettings.defaults(),
                CheckpointSettings.defaults(),
                RecoverySettings.defaults(),
                HistorySettings.defaults(),
                LivenessSettings.defaults(),
                news::add,
                clusterNews::add);
        leader = new LeaderVerticle(parts);
        deployed = outcome(vertx.deployVerticle(leader));
    }

    /** A call of the leader to its store. */
    interface StoreCall {
        @Nullable
        Object make() throws Exception;
    }

    /** What a test does around calls of the leader to its store. */
    interface AroundStore {
        @Nullable
        Object call(String method, StoreCall call) throws Exception;
    }

    /** What a test does before a job is built; the job cannot be built if it fails. */
    interface BeforeBuild {
        void run() throws Exception;
    }

    private SnapshotStore watched(SnapshotStore store) {
        Class<?>[] types = {SnapshotStore.class};
        return (SnapshotStore) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                types,
                (proxy, method, arguments) ->
                        aroundStore.call(method.getName(), () -> invoke(store, method, arguments)));
    }

    private static @Nullable Object invoke(SnapshotStore store, Method method, Object[] arguments) throws Exception {
        try {
            return method.invoke(store, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    /** Stops this one and starts another in its place. */
    LeaderVerticle nextLeader() throws Exception {
        outcome(vertx.undeploy(deployed));
        LeaderVerticle next = new LeaderVerticle(parts);
        outcome(vertx.deployVerticle(next));
        return next;
    }

    static SubmitRequest request(String name, String builder) {
        return new SubmitRequest(name, builder, Map.of("rate", "10"), null, null, new JsonObject(), false);
    }

    JobStatus submit(String name, String builder) throws Exception {
        return outcome(leader.submit(request(name, builder))).status();
    }

    JobStatus status(String name) throws Exception {
        return outcome(leader.get(name));
    }

    void awaitState(String name, JobState state) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(status(name).state()).isEqualTo(state));
    }

    /** The rejection that a request is answered with. */
    static JobRejectedException rejection(Future<?> answer) {
        Throwable failure = catchThrowable(() -> outcome(answer)).getCause();
        assertThat(failure).isInstanceOf(JobRejectedException.class);
        return (JobRejectedException) failure;
    }

    /** Waits for a future; its failure is the cause of what is thrown. */
    static <T> T outcome(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(SOON.toSeconds(), TimeUnit.SECONDS);
    }

    @Override
    public Future<JobGraph> compile(JobSpec spec) {
        return vertx.executeBlocking(() -> {
            beforeBuild.run();
            if (spec.builder().equals("renamed")) {
                return TestJobs.renamed();
            }
            String[] sizes = spec.builder().split(",", -1);
            if (sizes.length == 4) {
                return TestJobs.checkpointed(
                        Integer.parseInt(sizes[0]),
                        Integer.parseInt(sizes[1]),
                        Integer.parseInt(sizes[2]),
                        Duration.ofMillis(Long.parseLong(sizes[3])));
            }
            return TestJobs.graph(Integer.parseInt(sizes[0]), Integer.parseInt(sizes[1]), Integer.parseInt(sizes[2]));
        });
    }

    @Override
    public void release(JobId job) {
        released.add(job);
    }

    @Override
    public void close() throws Exception {
        outcome(vertx.close());
    }
}
