package io.kintsugi.core.graph;

import io.kintsugi.core.type.RecordType;
import io.kintsugi.core.type.StoredTypes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds what keeps an iteration from running, before it runs. */
final class IterationRules {
    private final JobGraph graph;
    private final List<String> problems = new ArrayList<>();

    private IterationRules(JobGraph graph) {
        this.graph = graph;
    }

    /** One sentence a problem; none for a job without iterations. */
    static List<String> problems(JobGraph graph) {
        IterationRules rules = new IterationRules(graph);
        graph.iterations().loops().forEach(rules::check);
        return rules.problems;
    }

    private void check(Iterations.Loop loop) {
        checkMode(loop);
        if (loop.kind().until().max().isEmpty()) {
            add(
                    loop,
                    "it has no maximum of supersteps, and may never come to its end: add .orSupersteps(n) to its Until");
        }
        if (!leadsBack(loop)) {
            add(
                    loop,
                    "what its function gives back does not come from the stream that it is given: build the result from that stream");
            return;
        }
        checkInside(loop);
        checkRecords(loop);
    }

    private void checkMode(Iterations.Loop loop) {
        if (!graph.isBatch()) {
            Optional<String> endless = graph.steps().stream()
                    .filter(step -> !step.isBounded())
                    .map(Step::name)
                    .findFirst();
            add(
                    loop,
                    "an iteration runs in supersteps, stage by stage, and the job does not: choose mode(BATCH)"
                            + endless.map(name -> ", and give source '" + name + "' an end")
                                    .orElse(""));
        }
        if (graph.checkpointing().isPresent()) {
            add(
                    loop,
                    "an iteration stores its state once per superstep and takes no checkpoints: remove checkpointed(...)");
        }
    }

    private boolean leadsBack(Iterations.Loop loop) {
        return loop.end().inputs().stream()
                .map(StepInput::from)
                .anyMatch(from -> loop.steps().contains(from));
    }

    private void checkInside(Iterations.Loop loop) {
        Set<String> leading = leadingTo(loop.end());
        for (Step step : graph.steps()) {
            boolean inside = loop.steps().contains(step.name());
            if (inside && !step.equals(loop.start()) && step.kind() instanceof StepKind.IterationStart) {
                add(
                        loop,
                        "iteration '%s' begins inside of it, and iterations cannot be nested: iterate one behind the other"
                                .formatted(ofStart(step)));
            } else if (inside && !leading.contains(step.name())) {
                add(
                        loop,
                        step.isSink()
                                ? "sink '%s' is inside of it and would get the records of all supersteps: read from the stream that iterate(...) returns"
                                        .formatted(step.name())
                                : "step '%s' reads inside of it and does not lead back: only what the function returns leaves an iteration, by the stream that iterate(...) returns"
                                        .formatted(step.name()));
            } else if (!inside) {
                step.inputs().stream()
                        .map(StepInput::from)
                        .filter(from -> loop.steps().contains(from)
                                && !from.equals(loop.end().name()))
                        .forEach(from -> add(
                                loop,
                                "step '%s' is behind it and reads from '%s', which is inside: read from the stream that iterate(...) returns"
                                        .formatted(step.name(), from)));
            }
        }
    }

    private String ofStart(Step start) {
        return graph.iterations().loops().stream()
                .filter(loop -> loop.start().equals(start))
                .map(loop -> loop.end().name())
                .findFirst()
                .orElse(start.name());
    }

    private Set<String> leadingTo(Step end) {
        Set<String> leading = new LinkedHashSet<>(List.of(end.name()));
        List<Step> all = graph.steps();
        for (int i = all.size() - 1; i >= 0; i--) {
            Step step = all.get(i);
            if (leading.contains(step.name())) {
                step.inputs().forEach(input -> leading.add(input.from()));
            }
        }
        return leading;
    }

    /** Records go round as they have come, and are stored on their way. */
    private void checkRecords(Iterations.Loop loop) {
        RecordType begins = loop.start().output();
        if (begins == null) {
            add(
                    loop,
                    "the class of the records that it begins with is not known: add .outputType(...) to the step before it");
            return;
        }
        for (StepInput input : loop.end().inputs()) {
            RecordType back = graph.step(input.from()).map(input::recordType).orElse(null);
            if (back == null) {
                add(
                        loop,
                        "the class of the records that '%s' gives back is not known: add .outputType(%s.class) to it"
                                .formatted(input.from(), begins.type().getSimpleName()));
            } else if (!begins.type().isAssignableFrom(back.type())) {
                add(
                        loop,
                        "it begins with %s, but '%s' gives back %s: let each superstep give back the records that it takes"
                                .formatted(
                                        begins.type().getName(),
                                        input.from(),
                                        back.type().getName()));
            }
        }
        for (String problem : StoredTypes.problems(begins)) {
            add(
                    loop,
                    "its records, of %s, are stored behind each superstep and cannot be: %s"
                            .formatted(begins.type().getName(), problem));
        }
    }

    private void add(Iterations.Loop loop, String problem) {
        problems.add("step '" + loop.end().name() + "': " + problem);
    }
}
