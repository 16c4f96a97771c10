package io.kintsugi.examples.flights;

import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Measures the predictions of each pass, reports now and then, and a last time when it has all of a pass or the input ends.
 * Then it forgets the pass, so that an endless replay keeps the cells of a few passes only.
 */
final class QualityMeter implements KeyedProcessFunction<Long, Prediction, PassQuality> {
    private static final ValueStateSpec<long[]> CELLS = ValueStateSpec.of("cells", long[].class);

    private final FlightsSettings settings;
    private @Nullable ValueState<long[]> cells;

    /** The same cells as in the state, since at the end there is no current key. */
    private final Map<Long, long[]> open = new TreeMap<>();

    QualityMeter(FlightsSettings settings) {
        this.settings = settings;
    }

    /** The key: the pass that a prediction belongs to, from 1. */
    static Long pass(Prediction prediction) {
        return 1 + prediction.flightId() / Flights.ROWS;
    }

    @Override
    public List<ValueStateSpec<?>> states() {
        return List.of(CELLS);
    }

    @Override
    public void open(ProcessContext context) {
        cells = context.state(CELLS);
    }

    @Override
    public void process(Long pass, Prediction prediction, ProcessContext context, Output<PassQuality> out) {
        ValueState<long[]> state = opened(context);
        long[] stored = state.get();
        Quality quality = stored == null ? Quality.empty() : Quality.of(stored);
        quality.add(prediction);

        boolean complete = quality.count() == settings.recordsInPass(pass);
        if (complete) {
            state.clear();
            open.remove(pass);
        } else {
            state.set(quality.cells());
            open.put(pass, quality.cells());
        }
        if (complete || quality.count() % settings.reportEvery() == 0) {
            out.emit(PassQuality.of(pass, quality, complete));
        }
    }

    @Override
    public void finish(ProcessContext context, Output<PassQuality> out) {
        open.forEach((pass, last) -> out.emit(PassQuality.of(pass, Quality.of(last), true)));
    }

    private ValueState<long[]> opened(ProcessContext context) {
        if (cells == null) {
            throw new IllegalStateException("step '" + context.step() + "' was not opened");
        }
        return cells;
    }
}
