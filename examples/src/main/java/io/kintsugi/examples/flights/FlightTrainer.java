package io.kintsugi.examples.flights;

import io.kintsugi.core.function.ListState;
import io.kintsugi.core.function.ListStateSpec;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds the model of one subtask: predicts each flight, then learns from it. The model is the subtask's state: a list of one,
 * copied when a checkpoint captures it and at no other time.
 *
 * <p>With fewer trainers than before some are given more than one model and go on with the first; with more of them some
 * begin with a new one.
 */
final class FlightTrainer implements ProcessFunction<Flight, Prediction> {
    private static final ListStateSpec<LogisticModel> MODEL = ListStateSpec.of("model", LogisticModel.class);

    private @Nullable FlightLearner learner;

    @Override
    public List<ListStateSpec<?>> states() {
        return List.of(MODEL);
    }

    @Override
    public void open(ProcessContext context) {
        ListState<LogisticModel> state = context.state(MODEL);
        LogisticModel model =
                state.get().stream().findFirst().orElseGet(() -> LogisticModel.untrained(FlightFeatures.SLOTS));
        state.set(List.of(model));
        learner = new FlightLearner(context.subtask(), model);
    }

    @Override
    public void process(Flight flight, ProcessContext context, Output<Prediction> out) {
        if (learner == null) {
            throw new IllegalStateException("step '" + context.step() + "' was not opened");
        }
        out.emit(learner.learn(flight));
    }
}
