package io.kintsugi.core.graph;

import io.kintsugi.core.type.RecordType;
import io.kintsugi.core.type.RecordTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a graph into chains. Two steps share a chain when the one reads only from the other, nobody else does, records go
 * subtask to subtask, and both want the same kind of thread and the same number of spares.
 */
final class Planner {
    private final JobGraph graph;
    private final Set<String> timed;
    private final List<List<Step>> chains = new ArrayList<>();
    private final Map<String, List<Step>> chainOf = new LinkedHashMap<>();

    Planner(JobGraph graph) {
        this.graph = graph;
        this.timed = TimedSteps.of(graph.steps());
        for (Step step : graph.steps()) {
            List<Step> chain =
                    chainsWithItsInput(step) ? chainOf(step.inputs().get(0).from()) : newChain();
            chain.add(step);
            chainOf.put(step.name(), chain);
        }
    }

    private List<Step> newChain() {
        List<Step> chain = new ArrayList<>();
        chains.add(chain);
        return chain;
    }

    /** One sentence for each gap in what is known about the records between tasks; empty for a plan that can run. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (Crossing crossing : crossings()) {
            RecordType type = crossing.recordType();
            if (type == null) {
                problems.add(crossing.problem(
                        "are of a class that its function does not tell: add .outputType(...) after it"));
            } else {
                RecordTypes.gaps(type, graph.recordTypes())
                        .forEach(gap -> problems.add(crossing.problem("are not fully known: " + gap)));
            }
        }
        for (Step step : graph.steps()) {
            for (Class<?> event : step.sendsEvents()) {
                RecordTypes.gaps(RecordType.of(event), graph.recordTypes())
                        .forEach(gap -> problems.add("step '%s': the events of %s that it sends are not fully known: %s"
                                .formatted(step.name(), event, gap)));
            }
        }
        return problems;
    }

    Plan plan(Plan.Factory factory) {
        List<PlanVertex> vertices = new ArrayList<>();
        chains.forEach(chain -> vertices.add(new PlanVertex(vertices.size(), chain, StoredState.of(graph, chain))));
        List<PlanEdge> edges = new ArrayList<>();
        List<Class<?>> recordTypes = new ArrayList<>();
        for (Crossing crossing : crossings()) {
            RecordType type = crossing.requireRecordType();
            edges.add(edge(edges.size(), crossing, type));
            recordTypes.add(type.type());
            recordTypes.addAll(type.contents());
        }
        graph.steps().forEach(step -> recordTypes.addAll(step.sendsEvents()));
        recordTypes.addAll(graph.recordTypes());
        Set<Class<?>> all = new LinkedHashSet<>(RecordTypes.reachable(recordTypes));
        all.addAll(graph.recordTypes()); // Classes of the JDK among them, which the search leaves out.
        Plan.Shape shape = new Plan.Shape(graph.keyGroups(), graph.isBatch(), iterations(), graph.latencyMarkersMs());
        return factory.make(vertices, edges, shape, List.copyOf(all));
    }

    private List<PlanIteration> iterations() {
        List<PlanIteration> iterations = new ArrayList<>();
        for (Iterations.Loop loop : graph.iterations().loops()) {
            Set<String> inside = new LinkedHashSet<>();
            Set<String> keepers = new LinkedHashSet<>();
            for (List<Step> chain : chains) {
                Step head = chain.get(0);
                if (loop.steps().contains(head.name())) {
                    inside.add(head.name());
                    if (graph.iterations().keepState(head)) {
                        keepers.add(head.name());
                    }
                }
            }
            iterations.add(new PlanIteration(
                    loop.start().name(),
                    loop.end().name(),
                    inside,
                    keepers,
                    loop.kind().until()));
        }
        return iterations;
    }

    private PlanEdge edge(int index, Crossing crossing, RecordType type) {
        StepInput input = crossing.input();
        return new PlanEdge(
                index,
                chainOf(input.from()).get(0).name(),
                crossing.consumer().name(),
                input.side(),
                partitioning(crossing.consumer(), input),
                input.key(),
                input.port(),
                timed.contains(input.from()),
                graph.isBatch() ? Exchange.BLOCKING : Exchange.PIPELINED,
                type.type());
    }

    private List<Crossing> crossings() {
        List<Crossing> crossings = new ArrayList<>();
        for (Step step : graph.steps()) {
            for (StepInput input : step.inputs()) {
                if (chainOf(input.from()) != chainOf(step.name())) {
                    crossings.add(new Crossing(producer(input), step, input));
                }
            }
        }
        return crossings;
    }

    private boolean chainsWithItsInput(Step step) {
        if (step.inputs().size() != 1 || step.startNewChain()) {
            return false;
        }
        StepInput input = step.inputs().get(0);
        boolean ofIteration = step.isIterationEnd()
                || producer(input).isIterationEnd()
                || graph.iterations().keepState(step);
        return !ofIteration
                && input.side() == null
                && partitioning(step, input) == Partitioning.FORWARD
                && graph.consumers(input.from()).size() == 1
                && producer(input).blocking() == step.blocking()
                && producer(input).failover().standby() == step.failover().standby();
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
            throw new IllegalStateException("graph was not validated: step " + step + " comes after its consumer");
        }
        return chain;
    }

    /** An input whose records leave the task of their producer. */
    private record Crossing(Step producer, Step consumer, StepInput input) {
        @Nullable
        RecordType recordType() {
            return input.recordType(producer);
        }

        RecordType requireRecordType() {
            RecordType type = recordType();
            if (type == null) {
                throw new IllegalStateException("graph was not validated: no record type from " + producer.name());
            }
            return type;
        }

        String problem(String what) {
            return "step '%s': the records that it sends to '%s' %s".formatted(producer.name(), consumer.name(), what);
        }
    }
}
