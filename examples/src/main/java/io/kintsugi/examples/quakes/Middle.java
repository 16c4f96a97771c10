package io.kintsugi.examples.quakes;

import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.function.Timer;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import java.util.List;

/** Moves a center into the middle of its reports, behind the last of them. */
final class Middle implements KeyedProcessFunction<Integer, Nearest.Belongs, Center> {
    private static final ValueStateSpec<Sums> SUMS = ValueStateSpec.of("sums", Sums.class);

    /** What there is so far, and the center as it was. */
    record Sums(Center before, double magnitude, double delay, long reports) {
        Sums with(Report report) {
            return new Sums(before, magnitude + report.magnitude(), delay + report.delay(), reports + 1);
        }

        Center center() {
            double x = magnitude / reports;
            double y = delay / reports;
            double moved = Math.hypot(x - before.magnitude(), y - before.delay());
            return new Center(before.number(), x, y, reports, moved);
        }
    }

    @Override
    public List<StateSpec> states() {
        return List.of(SUMS);
    }

    @Override
    public void process(Integer number, Nearest.Belongs one, ProcessContext context, Output<Center> out) {
        ValueState<Sums> sums = context.state(SUMS);
        Sums before = sums.get();
        sums.set((before == null ? new Sums(one.center(), 0, 0, 0) : before).with(one.report()));
        context.timers().atEventTime(Long.MAX_VALUE);
    }

    @Override
    public void onTimer(Integer number, Timer timer, ProcessContext context, Output<Center> out) {
        Sums sums = context.state(SUMS).get();
        if (sums != null) {
            context.state(SUMS).clear();
            out.emit(sums.center());
        }
    }
}
