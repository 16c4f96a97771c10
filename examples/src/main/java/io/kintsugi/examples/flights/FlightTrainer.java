package io.kintsugi.examples.flights;

import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import org.jspecify.annotations.Nullable;

/** Holds the model of one subtask: predicts each flight, then learns from it. A new attempt begins with a new model. */
final class FlightTrainer implements ProcessFunction<Flight, Prediction> {
    private @Nullable FlightLearner learner;

    @Override
    public void open(ProcessContext context) {
        learner = FlightLearner.untrained(context.subtask());
    }

    @Override
    public void process(Flight flight, ProcessContext context, Output<Prediction> out) {
        if (learner == null) {
            throw new IllegalStateException("step '" + context.step() + "' was not opened");
        }
        out.emit(learner.learn(flight));
    }
}
