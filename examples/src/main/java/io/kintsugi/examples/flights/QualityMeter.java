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
 * Measures the predictions of each pass: reports now and then, when it has all of a pass, and a last time when it forgets the
 * pass. It does so {@value #PASSES_KEPT} passes later by event time, or when the input ends: after a failure predictions may come
 * late, or twice.
 */
final class QualityMeter implements KeyedProcessFunction<Long, Prediction, PassQuality> {
    /** More flights than can be on their way to a trainer that has failed. */
    static final int PASSES_KEPT = 25;

    private static final ValueStateSpec<long[]> CELLS = ValueStateSpec.of("cells", long[].class);

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
        if (context.watermark() >= forgottenAt(pass)) {
            return; // To begin the pass anew would belie the last report on it.
        }
        ValueState<long[]> state = opened(context);
        long[] stored = state.get();
        if (stored == null) {
            context.timers().atEventTime(forgottenAt(pass));
        }
        Quality quality = stored == null ? Quality.empty() : Quality.of(stored);
        quality.add(prediction);
        state.set(quality.cells());

        boolean complete = quality.count() == settings.recordsInPass(pass);
        if (complete || quality.count() % settings.reportEvery() == 0) {
            out.emit(PassQuality.of(pass, quality, complete));
        }
    }

    @Override
    public void onTimer(Long pass, Timer timer, ProcessContext context, Output<PassQuality> out) {
        ValueState<long[]> state = opened(context);
        long[] stored = state.get();
        if (stored != null) {
            out.emit(PassQuality.of(pass, Quality.of(stored), true));
            state.clear();
        }
    }

    /** Event time, in milliseconds. */
    private static long forgottenAt(long pass) {
        return Flights.flight(0).timestampMs() + (pass + PASSES_KEPT) * Flights.PASS_MS;
    }

    private ValueState<long[]> opened(ProcessContext context) {
        if (cells == null) {
            throw new IllegalStateException("step '" + context.step() + "' was not opened");
        }
        return cells;
    }
}
