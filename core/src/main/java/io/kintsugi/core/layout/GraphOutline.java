package io.kintsugi.core.layout;

import io.kintsugi.core.graph.Exchange;
import io.kintsugi.core.graph.Partitioning;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.graph.PlanEdge;
import io.kintsugi.core.graph.PlanVertex;
import io.kintsugi.core.graph.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A plan as people see it: names and numbers only, so that it may be kept when the user's classes are gone.
 *
 * @param vertices producers before consumers
 * @param edges by index
 */
public record GraphOutline(List<Vertex> vertices, List<Edge> edges) {
    /** What a chain of steps is for. */
    public enum Kind {
        SOURCE,
        STEP,
        SINK
    }

    /**
     * @param kind of a chain that reads and writes by itself: source
     * @param standby instances that are kept open to take the place of a task that fails
     */
    public record Vertex(
            String name, String label, Kind kind, int parallelism, boolean blocking, int standby, List<String> steps) {
        public Vertex {
            steps = List.copyOf(steps);
        }
    }

    /**
     * @param index part of every channel id
     * @param side name of the side output that it carries, or null for the main output
     * @param port 1 for the second stream of a step that connects two, else 0
     */
    public record Edge(
            int index,
            String from,
            String to,
            Partitioning partitioning,
            @Nullable String side,
            int port,
            String recordType,
            Exchange exchange) {
        /** As people write it, {@code e3}. */
        public String id() {
            return "e" + index;
        }
    }

    public GraphOutline {
        vertices = List.copyOf(vertices);
        edges = List.copyOf(edges);
    }

    /** Whether each vertex is a stage: its tasks begin when all that they read from has finished. */
    public boolean isStaged() {
        return !edges.isEmpty() && edges.stream().allMatch(edge -> edge.exchange() == Exchange.BLOCKING);
    }

    public static GraphOutline of(Plan plan) {
        return new GraphOutline(
                plan.vertices().stream().map(GraphOutline::vertex).toList(),
                plan.edges().stream().map(GraphOutline::edge).toList());
    }

    private static Vertex vertex(PlanVertex vertex) {
        return new Vertex(
                vertex.name(),
                vertex.label(),
                kind(vertex),
                vertex.parallelism(),
                vertex.blocking(),
                vertex.standby(),
                vertex.steps().stream().map(Step::name).toList());
    }

    private static Kind kind(PlanVertex vertex) {
        if (vertex.head().isSource()) {
            return Kind.SOURCE;
        }
        return vertex.tail().isSink() ? Kind.SINK : Kind.STEP;
    }

    private static Edge edge(PlanEdge edge) {
        return new Edge(
                edge.index(),
                edge.from(),
                edge.to(),
                edge.partitioning(),
                edge.side() == null ? null : edge.side().name(),
                edge.port(),
                edge.recordType().getName(),
                edge.exchange());
    }
}
