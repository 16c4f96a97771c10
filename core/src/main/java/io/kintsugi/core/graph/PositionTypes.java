package io.kintsugi.core.graph;

import io.kintsugi.core.type.RecordType;
import io.kintsugi.core.type.StoredTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether the positions of sources can be stored, which only a job with checkpoints needs. */
final class PositionTypes {
    private PositionTypes() {}

    /** A sentence for each source whose readers could not be set back after a failure; none for a job without checkpoints. */
    static List<String> problems(JobGraph graph) {
        List<String> problems = new ArrayList<>();
        for (Step step : graph.steps()) {
            if (graph.checkpointing().isPresent() && step.kind() instanceof StepKind.SourceStep source) {
                problem(source).ifPresent(problem -> problems.add("step '" + step.name() + "': " + problem));
            }
        }
        return problems;
    }

    private static Optional<String> problem(StepKind.SourceStep source) {
        Optional<RecordType> type = source.positionType();
        if (type.isEmpty() || type.get().type() == Object.class) {
            return Optional.of("a job with checkpoints stores the position of its source, and the class of "
                    + source.source().getClass().getName()
                    + "'s positions is not known: name it in Source<records, positions>, or override positionType()");
        }
        List<String> unfit = StoredTypes.problems(RecordType.of(type.get().type()));
        return unfit.isEmpty()
                ? Optional.empty()
                : Optional.of("its position " + type.get().type().getName() + " cannot be stored: "
                        + String.join("; ", unfit));
    }
}
