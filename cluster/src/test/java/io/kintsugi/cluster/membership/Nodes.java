package io.kintsugi.cluster.membership;

import io.kintsugi.core.config.ClusterSettings;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Starts clustered nodes on free loopback ports and stops them at the end of a test. */
public final class Nodes implements AutoCloseable {
    private static final AtomicInteger INCARNATIONS = new AtomicInteger();
    private static final int PATIENCE_S = 60;

    private final Path folder;
    private final List<ClusteredVertx> started = new ArrayList<>();
    private final String clusterName = "test-" + ProcessHandle.current().pid() + "-" + INCARNATIONS.incrementAndGet();

    /** @param folder shared by all nodes */
    public Nodes(Path folder) {
        this.folder = folder;
    }

    /** A node that joins the first one that was started here. */
    public ClusteredVertx start(String name, int quorum, Role... roles) {
        return start(settings(quorum, seeds()), name, roles);
    }

    ClusteredVertx start(ClusterSettings settings, String name, Role... roles) {
        ClusteredVertx node = await(ClusterStart.start(settings, member(name, roles), folder));
        started.add(node);
        return node;
    }

    public List<String> seeds() {
        return started.isEmpty() ? List.of() : List.of(started.get(0).seed());
    }

    public ClusterSettings settings(int quorum, List<String> seeds) {
        return new ClusterSettings(clusterName, "127.0.0.1", 0, 0, seeds, quorum, 5_000, 5, 2_000);
    }

    public static Member member(String name, Role... roles) {
        NodeId id = new NodeId(name, "i" + INCARNATIONS.incrementAndGet());
        return new Member(id, EnumSet.copyOf(List.of(roles)), 2, name + ":8080");
    }

    public void stop(ClusteredVertx node) {
        started.remove(node);
        await(node.close());
    }

    public static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(PATIENCE_S, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e.getCause() == null ? e : e.getCause());
        }
    }

    @Override
    public void close() {
        List.copyOf(started).forEach(this::stop);
    }
}
