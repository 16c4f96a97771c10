package io.kintsugi.examples.docs;

import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.examples.docs.StateTest.Click;
import java.util.List;

/** Learns how long visitors stay on a page. */
final class OnlineMean implements KeyedProcessFunction<String, Click, Double> {
    private static final ValueStateSpec<double[]> MODEL = ValueStateSpec.of("model", double[].class);

    @Override
    public List<ValueStateSpec<?>> states() {
        return List.of(MODEL);
    }

    @Override
    public void process(String page, Click click, ProcessContext context, Output<Double> out) {
        // doc: in-place
        ValueState<double[]> model = context.state(MODEL);
        double[] weights = model.getOr(new double[2]); // Again for each record: never kept in a field.
        weights[0]++;
        weights[1] += (click.seconds() - weights[1]) / weights[0];
        model.set(weights); // Again after each change.
        // end
        out.emit(weights[1]);
    }
}
