package io.kintsugi.coordinator.checkpoint;

import io.kintsugi.core.graph.Partitioning;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.graph.PlanVertex;
import io.kintsugi.core.model.TaskId;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Who takes part in the checkpoints of a job: whom a barrier starts from, who must acknowledge it, and whom it reaches.
 * Holds no class of the user. Immutable.
 */
public final class Participants {
    private final List<TaskId> all;
    private final List<TaskId> sources;
    private final List<TaskId> acknowledging;
    private final List<String> sharing;
    private final List<String> vertices;
    private final List<Edge> edges;

    /** @param straight whether a subtask reaches the one of its own number only */
    private record Edge(String from, String to, boolean straight) {}

    private Participants(Plan plan) {
        this.all = plan.tasks();
        this.sources =
                all.stream().filter(task -> plan.vertex(task).head().isSource()).toList();
        this.acknowledging =
                all.stream().filter(task -> plan.vertex(task).mustAcknowledge()).toList();
        this.sharing = plan.vertices().stream()
                .filter(vertex -> vertex.state().shared())
                .map(PlanVertex::name)
                .toList();
        this.vertices = plan.vertices().stream().map(PlanVertex::name).toList();
        this.edges = plan.edges().stream()
                .map(edge -> new Edge(edge.from(), edge.to(), edge.partitioning() == Partitioning.FORWARD))
                .toList();
    }

    public static Participants of(Plan plan) {
        return new Participants(plan);
    }

    /** All tasks of the job, producers before consumers. */
    List<TaskId> all() {
        return all;
    }

    /** Those whom the leader asks. */
    List<TaskId> sourcesWithout(Set<TaskId> ended) {
        return without(sources, ended);
    }

    /** Those whom a checkpoint waits for. */
    List<TaskId> acknowledgingWithout(Set<TaskId> ended) {
        return without(acknowledging, ended);
    }

    boolean areAll(Set<TaskId> tasks) {
        return tasks.containsAll(all);
    }

    /** Whether each subtask of a vertex begins with something of all. */
    boolean shareState(String vertex) {
        return sharing.contains(vertex);
    }

    /** Subtasks of a vertex that keep something in a checkpoint; 0 for one that keeps nothing, or is not there. */
    int keepers(String vertex) {
        return (int) acknowledging.stream()
                .filter(task -> task.vertex().equals(vertex))
                .count();
    }

    /**
     * Whether a barrier comes to everybody whom a checkpoint waits for. It does not come to a task whose sources have all
     * ended: such a task has the rest of its input before it and ends by itself.
     */
    boolean areReached(Set<TaskId> ended) {
        if (ended.isEmpty()) {
            return true;
        }
        List<TaskId> needed = acknowledgingWithout(ended);
        Set<TaskId> reached = new TreeSet<>(sourcesWithout(ended));
        for (String vertex : vertices) {
            edges.stream().filter(edge -> edge.to().equals(vertex)).forEach(edge -> pass(edge, reached));
        }
        return !needed.isEmpty() && reached.containsAll(needed);
    }

    private void pass(Edge edge, Set<TaskId> reached) {
        boolean any = tasks(edge.from()).anyMatch(reached::contains);
        tasks(edge.to())
                .filter(to -> edge.straight() ? reached.contains(new TaskId(edge.from(), to.subtask())) : any)
                .forEach(reached::add);
    }

    private Stream<TaskId> tasks(String vertex) {
        return all.stream().filter(task -> task.vertex().equals(vertex));
    }

    private static List<TaskId> without(List<TaskId> tasks, Set<TaskId> ended) {
        return tasks.stream().filter(task -> !ended.contains(task)).toList();
    }
}
