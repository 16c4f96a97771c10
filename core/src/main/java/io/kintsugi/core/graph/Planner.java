package io.kintsugi.core.graph;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a graph into chains. Two steps share a chain when the one reads only from the other, nobody else does, records go
 * subtask to subtask, and both want the same kind of thread.
 */
final class Planner {
    private final JobGraph graph;
    private final Map<String, List<Step>> chainOf = new LinkedHashMap<>();

    Planner(JobGraph graph) {
        this.graph = graph;
    }

    Plan plan(Plan.Factory factory) {
        List<List<Step>> chains = new ArrayList<>();
        for (Step step : graph.steps()) {
            List<Step> chain =
                    chainsWithItsInput(step) ? chainOf(step.inputs().get(0).from()) : newChain(chains);
            chain.add(step);
            chainOf.put(step.name(), chain);
        }
        List<PlanVertex> vertices = new ArrayList<>();
        chains.forEach(chain -> vertices.add(new PlanVertex(vertices.size(), chain)));
        return factory.make(vertices, edges(), graph.keyGroups());
    }

    private static List<Step> newChain(List<List<Step>> chains) {
        List<Step> chain = new ArrayList<>();
        chains.add(chain);
        return chain;
    }

    private List<PlanEdge> edges() {
        List<PlanEdge> edges = new ArrayList<>();
        for (Step step : graph.steps()) {
            for (StepInput input : step.inputs()) {
                List<Step> from = chainOf(input.from());
                if (from != chainOf(step.name())) {
                    edges.add(new PlanEdge(
                            edges.size(),
                            from.get(0).name(),
                            step.name(),
                            input.side(),
                            partitioning(step, input),
                            input.key(),
                            recordType(input)));
                }
            }
        }
        return edges;
    }

    private @Nullable Class<?> recordType(StepInput input) {
        return input.side() != null ? input.side().type() : producer(input).outputType();
    }

    private boolean chainsWithItsInput(Step step) {
        if (step.inputs().size() != 1 || step.startNewChain()) {
            return false;
        }
        StepInput input = step.inputs().get(0);
        return input.side() == null
                && partitioning(step, input) == Partitioning.FORWARD
                && graph.consumers(input.from()).size() == 1
                && producer(input).blocking() == step.blocking();
    }

    private Partitioning partitioning(Step step, StepInput input) {
        if (input.partitioning() != null) {
            return input.partitioning();
        }
        return producer(input).parallelism() == step.parallelism() ? Partitioning.FORWARD : Partitioning.REBALANCE;
    }

    private Step producer(StepInput input) {
        return graph.step(input.from())
                .orElseThrow(() -> new IllegalStateException("graph was not validated: no step " + input.from()));
    }

    private List<Step> chainOf(String step) {
        List<Step> chain = chainOf.get(step);
        if (chain == null) {
            throw new IllegalStateException("step " + step + " was planned after its consumer");
        }
        return chain;
    }
}
