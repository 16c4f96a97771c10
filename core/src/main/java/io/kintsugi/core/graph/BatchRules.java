package io.kintsugi.core.graph;

import io.kintsugi.core.element.Barrier;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.Idle;
import io.kintsugi.core.element.LatencyMarker;
import io.kintsugi.core.element.RequiresPipelined;
import io.kintsugi.core.element.UserEvent;
import io.kintsugi.core.function.FunctionSupplier;
import io.kintsugi.core.function.StatefulFunction;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what cannot work in a job that runs stage by stage, before it runs: above all what its exchanges cannot keep. */
final class BatchRules {
    /** Any of them. */
    private static final ControlElement EVENT = new UserEvent(new UserEvent.Origin("", 0, 1, 1), "");

    private final JobGraph graph;
    private final Plan plan;
    private final List<String> problems = new ArrayList<>();

    private BatchRules(JobGraph graph) {
        this.graph = graph;
        this.plan = Plan.of(graph);
    }

    /** One sentence a problem; none for a job in streaming mode. */
    static List<String> problems(JobGraph graph) {
        if (!graph.isBatch()) {
            return List.of();
        }
        BatchRules rules = new BatchRules(graph);
        rules.checkExchanges();
        graph.steps().forEach(rules::checkStep);
        return rules.problems;
    }

    private void checkExchanges() {
        boolean barriers = graph.checkpointing().isPresent();
        if (barriers && plan.edges().isEmpty()) {
            problems.add("a job in batch mode begins a task that fails anew and stores no checkpoints: "
                    + "remove checkpointed(...), or choose mode(STREAMING)");
        }
        Set<String> idle = idleVertices();
        Set<String> events = eventVertices();
        for (PlanEdge edge : plan.edges()) {
            if (barriers) {
                check(edge, new Barrier(1, Long.MIN_VALUE));
            }
            if (idle.contains(edge.from())) {
                check(edge, Idle.INSTANCE);
            }
            if (graph.latencyMarkersMs() > 0) {
                check(edge, new LatencyMarker(0, 0));
            }
            if (events.contains(edge.from())) {
                check(edge, EVENT);
            }
        }
    }

    private void check(PlanEdge edge, ControlElement element) {
        RequiresPipelined required = element.requiresPipelined();
        if (required != null) {
            problems.add(required.problem(edge.ends()));
        }
    }

    /** A source that becomes idle says so to whatever reads from its chain. */
    private Set<String> idleVertices() {
        Set<String> idle = new LinkedHashSet<>();
        for (PlanVertex vertex : plan.vertices()) {
            if (vertex.head().kind() instanceof StepKind.SourceStep source
                    && source.eventTime() != null
                    && source.eventTime().idleTimeoutMs() > 0) {
                idle.add(vertex.name());
            }
        }
        return idle;
    }

    /** Where a step sends events, they go on from its chain and from all behind it. */
    private Set<String> eventVertices() {
        Set<String> events = new LinkedHashSet<>();
        for (PlanVertex vertex : plan.vertices()) {
            boolean sends =
                    vertex.steps().stream().anyMatch(step -> !step.sendsEvents().isEmpty());
            boolean passesOn = plan.edgesInto(vertex.name()).stream().anyMatch(edge -> events.contains(edge.from()));
            if (sends || passesOn) {
                events.add(vertex.name());
            }
        }
        return events;
    }

    private void checkStep(Step step) {
        if (step.kind() instanceof StepKind.SourceStep source
                && !source.source().bounded()) {
            add(
                    step,
                    "it never ends, and in batch mode nobody reads before it has: choose mode(STREAMING), or a source that ends");
        }
        if (usesClock(step)) {
            add(
                    step,
                    "it works by the time of day, which has no meaning for records that are read from disk: use event time, or choose mode(STREAMING)");
        }
        if (step.failover().standby() > 0) {
            add(step, "in batch mode a task that fails begins anew and nobody waits for it: remove standby(...)");
        }
        if (step.failover().absentConsumer() != null) {
            add(step, "in batch mode producers do not wait for consumers: remove absentConsumer(...)");
        }
    }

    private static boolean usesClock(Step step) {
        if (step.kind() instanceof StepKind.WindowStep window
                && window.spec().early() != null
                && window.spec().early().intervalMs() > 0) {
            return true;
        }
        StatefulFunction function = function(step);
        return function != null && function.usesProcessingTime();
    }

    private static @Nullable StatefulFunction function(Step step) {
        FunctionSupplier<? extends StatefulFunction> supplier = GraphValidation.supplier(step.kind());
        return supplier == null ? null : supplier.get();
    }

    private void add(Step step, String problem) {
        problems.add("step '" + step.name() + "': " + problem);
    }
}
