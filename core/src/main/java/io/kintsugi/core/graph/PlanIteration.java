package io.kintsugi.core.graph;

import io.kintsugi.core.function.Until;
import java.util.Set;

/**
 * The vertices that run again in each superstep. What its end has collected is what its start emits next:
 *
 * <pre>
 * initial ─▶ start ─▶ body ... ─▶ end ─▶ whoever reads the result
 *              ▲                   │
 *              └─ stored records ──┘
 * </pre>
 *
 * @param start the vertex that gives each superstep its records
 * @param end the vertex that takes them back; it stands for the iteration, whose name it has
 * @param vertices all that run in each superstep, start and end included, in the order of the plan
 * @param keepers those of them whose tasks store a state behind each superstep
 */
public record PlanIteration(String start, String end, Set<String> vertices, Set<String> keepers, Until<?> until) {
    /** As the job calls it. */
    public String name() {
        return end;
    }

    /** Supersteps at most. */
    public int max() {
        return until.max().orElseThrow(() -> new IllegalStateException("graph was not validated: " + end));
    }

    public boolean contains(String vertex) {
        return vertices.contains(vertex);
    }
}
