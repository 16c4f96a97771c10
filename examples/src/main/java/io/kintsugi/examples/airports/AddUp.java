package io.kintsugi.examples.airports;

import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.function.Timer;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import java.util.List;

/**
 * Adds up what an airport has got in this superstep, and remembers its rank until the next.
 *
 * <p>Algorithm: Brin and Page 1998, "The anatomy of a large-scale hypertextual web search engine", with ranks around 1.
 */
final class AddUp implements KeyedProcessFunction<String, Share, Rank> {
    static final double DAMPING = 0.85;
    static final double FIRST = 1;

    private static final ValueStateSpec<Double> SUM = ValueStateSpec.of("sum", Double.class);
    private static final ValueStateSpec<Double> BEFORE = ValueStateSpec.of("before", Double.class);

    @Override
    public List<StateSpec> states() {
        return List.of(SUM, BEFORE);
    }

    @Override
    public void process(String airport, Share share, ProcessContext context, Output<Rank> out) {
        ValueState<Double> sum = context.state(SUM);
        Double before = sum.get();
        sum.set(before == null ? share.part() : before + share.part());
        context.timers().atEventTime(Long.MAX_VALUE);
    }

    /** Behind the last share of the airport. */
    @Override
    public void onTimer(String airport, Timer timer, ProcessContext context, Output<Rank> out) {
        Double sum = context.state(SUM).get();
        Double before = context.state(BEFORE).get();
        double rank = 1 - DAMPING + DAMPING * (sum == null ? 0 : sum);
        context.state(SUM).clear();
        context.state(BEFORE).set(rank);
        out.emit(new Rank(airport, rank, Math.abs(rank - (before == null ? FIRST : before))));
    }
}
