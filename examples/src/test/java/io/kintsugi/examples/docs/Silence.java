package io.kintsugi.examples.docs;

import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.Timer;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.examples.docs.TimeTest.Reading;
import java.time.Duration;
import java.util.List;

// doc: timers
/** Says once which sensor has sent nothing for an hour of event time. */
final class Silence implements KeyedProcessFunction<Long, Reading, String> {
    private static final ValueStateSpec<Long> DEADLINE = ValueStateSpec.of("deadline", Long.class);
    private static final long HOUR_MS = Duration.ofHours(1).toMillis();

    @Override
    public List<ValueStateSpec<?>> states() {
        return List.of(DEADLINE);
    }

    @Override
    public void process(Long sensor, Reading reading, ProcessContext context, Output<String> out) {
        ValueState<Long> deadline = context.state(DEADLINE);
        Long earlier = deadline.get();
        if (earlier != null) {
            context.timers().cancelEventTime(earlier);
        }
        deadline.set(reading.atMs() + HOUR_MS);
        context.timers().atEventTime(reading.atMs() + HOUR_MS);
    }

    @Override
    public void onTimer(Long sensor, Timer timer, ProcessContext context, Output<String> out) {
        out.emit("sensor " + sensor + " is silent");
    }
}
// end
