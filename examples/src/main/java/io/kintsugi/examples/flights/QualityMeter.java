package io.kintsugi.examples.flights;

import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.Timer;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measures the predictions of each pass, reports now and then, and a last time when it has all of a pass or the input ends.
 * Then it forgets the pass, so that an endless replay keeps the cells of a few passes only: of those under way, and of those
 * that lost a prediction.
 */
final class QualityMeter implements KeyedProcessFunction<Long, Prediction, PassQuality> {
    private static final ValueStateSpec<long[]> CELLS = ValueStateSpec.of("cells", long[].class);

    /** A timer of then comes due when the input ends. */
    private static final long END = Long.MAX_VALUE;

    private final FlightsSettings settings;
    private @Nullable ValueState<long[]> cells;

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
        if (stored == null) {
            context.timers().atEventTime(END);
        }
        Quality quality = stored == null ? Quality.empty() : Quality.of(stored);
        quality.add(prediction);

        boolean complete = quality.count() == settings.recordsInPass(pass);
        if (complete) {
            state.clear();
            context.timers().cancelEventTime(END);
        } else {
            state.set(quality.cells());
        }
        if (complete || quality.count() % settings.reportEvery() == 0) {
            out.emit(PassQuality.of(pass, quality, complete));
        }
    }

    /** The input has ended, and the pass is not complete. */
    @Override
    public void onTimer(Long pass, Timer timer, ProcessContext context, Output<PassQuality> out) {
        long[] stored = opened(context).get();
        if (stored != null) {
            out.emit(PassQuality.of(pass, Quality.of(stored), true));
        }
    }

    private ValueState<long[]> opened(ProcessContext context) {
        if (cells == null) {
            throw new IllegalStateException("step '" + context.step() + "' was not opened");
        }
        return cells;
    }
}
