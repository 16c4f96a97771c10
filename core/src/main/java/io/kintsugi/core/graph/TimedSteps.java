package io.kintsugi.core.graph;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds the steps that event time reaches: the sources that tell it, and whatever reads from them. */
final class TimedSteps {
    private TimedSteps() {}

    /**
     * Their names.
     *
     * @param steps producers before consumers
     */
    static Set<String> of(List<Step> steps) {
        Set<String> timed = new LinkedHashSet<>();
        for (Step step : steps) {
            boolean readsTime = !step.isIterationEnd() // What goes round has no time of its own.
                    && step.inputs().stream().map(StepInput::from).anyMatch(timed::contains);
            if (tellsTime(step) || readsTime) {
                timed.add(step.name());
            }
        }
        return timed;
    }

    private static boolean tellsTime(Step step) {
        return step.kind() instanceof StepKind.SourceStep source && source.eventTime() != null;
    }
}
