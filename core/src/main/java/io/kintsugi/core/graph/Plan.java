package io.kintsugi.core.graph;

import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.TaskId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The physical plan: chains, the edges between them, and the tasks and channels that follow. Same graph, same plan.
 * Immutable.
 */
public final class Plan {
    private final Map<String, PlanVertex> vertices = new LinkedHashMap<>();
    private final List<PlanEdge> edges;
    private final Shape shape;
    private final List<Class<?>> recordTypes;

    /**
     * What all of it has in common.
     *
     * @param batch whether it runs stage by stage: then all exchanges are blocking, and each vertex is a stage
     * @param iterations what of it runs in supersteps
     * @param latencyMarkersMs how often sources send latency markers; 0 for never
     */
    record Shape(int keyGroups, boolean batch, List<PlanIteration> iterations, long latencyMarkersMs) {
        Shape {
            iterations = List.copyOf(iterations);
        }
    }

    private Plan(List<PlanVertex> vertices, List<PlanEdge> edges, Shape shape, List<Class<?>> recordTypes) {
        vertices.forEach(vertex -> this.vertices.put(vertex.name(), vertex));
        this.edges = List.copyOf(edges);
        this.shape = shape;
        this.recordTypes = List.copyOf(recordTypes);
    }

    public static Plan of(JobGraph graph) {
        return new Planner(graph).plan(Plan::new);
    }

    /** Producers before consumers. */
    public List<PlanVertex> vertices() {
        return List.copyOf(vertices.values());
    }

    /** By index. */
    public List<PlanEdge> edges() {
        return edges;
    }

    public int keyGroups() {
        return shape.keyGroups();
    }

    /** Whether it runs stage by stage: then all exchanges are blocking, and each vertex is a stage. */
    public boolean isBatch() {
        return shape.batch();
    }

    /** How often sources send latency markers, in milliseconds; 0 for never. */
    public long latencyMarkersMs() {
        return shape.latencyMarkersMs();
    }

    /** What of it runs in supersteps, in the order of the plan. */
    public List<PlanIteration> iterations() {
        return shape.iterations();
    }

    /** The iteration that a vertex belongs to, if it belongs to one. */
    public Optional<PlanIteration> iteration(String vertex) {
        return shape.iterations().stream()
                .filter(iteration -> iteration.contains(vertex))
                .findFirst();
    }

    /**
     * All classes that a codec must know: what crosses an edge, what the user named, and everything that these can hold.
     * The same order in every JVM, so a codec may number them.
     */
    public List<Class<?>> recordTypes() {
        return recordTypes;
    }

    /** Throws {@link IllegalArgumentException} for a name that is not the first step of a chain. */
    public PlanVertex vertex(String name) {
        PlanVertex vertex = vertices.get(name);
        if (vertex == null) {
            throw new IllegalArgumentException(
                    "no chain begins with step '" + name + "'; there are " + vertices.keySet());
        }
        return vertex;
    }

    public PlanVertex vertex(TaskId task) {
        return vertex(task.vertex());
    }

    /** All tasks, vertex by vertex. */
    public List<TaskId> tasks() {
        List<TaskId> tasks = new ArrayList<>();
        for (PlanVertex vertex : vertices.values()) {
            for (int subtask = 0; subtask < vertex.parallelism(); subtask++) {
                tasks.add(new TaskId(vertex.name(), subtask));
            }
        }
        return tasks;
    }

    /** The edges that end at a vertex, by index. */
    public List<PlanEdge> edgesInto(String vertex) {
        return edges.stream().filter(edge -> edge.to().equals(vertex)).toList();
    }

    /** The edges that begin at a vertex, by index. */
    public List<PlanEdge> edgesOutOf(String vertex) {
        return edges.stream().filter(edge -> edge.from().equals(vertex)).toList();
    }

    /** The channels that end at a task: by edge, then by producer. */
    public List<ChannelId> inputs(TaskId task) {
        List<ChannelId> channels = new ArrayList<>();
        for (PlanEdge edge : edgesInto(task.vertex())) {
            for (int producer = 0; producer < vertex(edge.from()).parallelism(); producer++) {
                if (edge.partitioning() != Partitioning.FORWARD || producer == task.subtask()) {
                    channels.add(new ChannelId(edge.index(), producer, task.subtask()));
                }
            }
        }
        return channels;
    }

    /** The channels that begin at a task: by edge, then by consumer. */
    public List<ChannelId> outputs(TaskId task) {
        List<ChannelId> channels = new ArrayList<>();
        for (PlanEdge edge : edgesOutOf(task.vertex())) {
            for (int consumer = 0; consumer < vertex(edge.to()).parallelism(); consumer++) {
                if (edge.partitioning() != Partitioning.FORWARD || consumer == task.subtask()) {
                    channels.add(new ChannelId(edge.index(), task.subtask(), consumer));
                }
            }
        }
        return channels;
    }

    public TaskId producer(ChannelId channel) {
        return new TaskId(edges.get(channel.edge()).from(), channel.producer());
    }

    public TaskId consumer(ChannelId channel) {
        return new TaskId(edges.get(channel.edge()).to(), channel.consumer());
    }

    /** Makes a plan out of its parts; keeps the constructor private to this class. */
    interface Factory {
        Plan make(List<PlanVertex> vertices, List<PlanEdge> edges, Shape shape, List<Class<?>> recordTypes);
    }
}
