package io.kintsugi.worker.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.element.ClockTick;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.Timer;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimersTest {
    private final List<String> written = new ArrayList<>();
    private final JobDraft draft = Job.named("timers");

    @Test
    void eventTimersComeDueInOrderOnceForAKeyAndATimeWithTheStateOfTheirKey() {
        Chain chain = alarms().chain;

        chain.push(ChainFixture.batch("a+5", "b+3", "a+5", "a+9", "b+7", "b-7"));
        chain.push(new Watermark(4));
        assertThat(written).containsExactly("b EVENT_TIME 3 of 3@3");
        chain.push(new Watermark(9));

        assertThat(written).containsExactly("b EVENT_TIME 3 of 3@3", "a EVENT_TIME 5 of 3@5", "a EVENT_TIME 9 of 3@9");
    }

    @Test
    void timersByTheClockComeDueWhenAskedForAtThatTime() {
        ChainFixture fixture = alarms();
        Chain chain = fixture.chain;
        fixture.clock.set(0, 1_000);

        chain.push(ChainFixture.batch("a!50", "b!20"));
        assertThat(chain.timerDue(1_019)).isFalse();
        assertThat(chain.timerDue(1_020)).isTrue();
        chain.push(new ClockTick(1_049));
        assertThat(chain.timerDue(1_049)).isFalse();
        chain.push(new ClockTick(1_050));

        assertThat(written)
                .containsExactly(
                        "b PROCESSING_TIME 1020 of 1@" + Long.MIN_VALUE,
                        "a PROCESSING_TIME 1050 of 1@" + Long.MIN_VALUE);
    }

    @Test
    void atTheEndOfTheInputEachTimerComesDueOnceEvenIfItSetsTheNext() {
        Chain chain = alarms().chain;

        chain.push(ChainFixture.batch("again+100", "a+50"));
        assertThat(chain.end()).isTrue();

        assertThat(written)
                .containsExactly("a EVENT_TIME 50 of 1@50", "again EVENT_TIME 100 of 1@100", "bye@" + Long.MIN_VALUE);
    }

    @Test
    void timersStopWhereAnOutputIsFullAndGoOnWithTheNextOne() {
        draft.source("numbers", new ChainFixture.Numbers(1))
                .keyBy(Alarms::key)
                .process("alarms", Alarms::new)
                .rebalance()
                .sink("out", sink());
        ChainFixture fixture = ChainFixture.withoutCredit(draft.build(), "alarms");
        Chain chain = fixture.chain;
        chain.open();
        for (int i = 0; i < 100; i++) {
            assertThat(chain.push(ChainFixture.batch("k" + i + "+" + i))).isTrue();
        }

        boolean done = chain.push(new Watermark(100));
        assertThat(done).isFalse();
        for (int credits = 0; !done; credits++) {
            assertThat(credits).isLessThan(100);
            fixture.lanes.get(0).credit++;
            done = chain.resume();
        }

        assertThat(fixture.lanes.get(0).received)
                .hasSize(101)
                .startsWith("k0 EVENT_TIME 0 of 1", "k1 EVENT_TIME 1 of 1")
                .doesNotHaveDuplicates()
                .endsWith(new Watermark(100));
        assertThat(fixture.lanes.get(0).received).doesNotContain(EndOfInput.INSTANCE);
    }

    @Test
    void needAKey() {
        draft.source("numbers", new ChainFixture.Numbers(1))
                .rebalance()
                .process("plain", Plain::new)
                .sink("out", sink());
        Chain chain = ChainFixture.of(draft.build(), "plain").chain;

        assertThatThrownBy(() -> chain.push(ChainFixture.batch("a")))
                .hasMessageContaining("step 'plain' uses timers but has none: put keyBy(...) before it");
    }

    private ChainFixture alarms() {
        draft.source("numbers", new ChainFixture.Numbers(1))
                .keyBy(Alarms::key)
                .process("alarms", Alarms::new)
                .sink("out", sink());
        ChainFixture fixture = ChainFixture.of(draft.build(), "alarms");
        fixture.chain.open();
        return fixture;
    }

    private Sink<String> sink() {
        return context -> new SinkWriter<>() {
            @Override
            public void write(String value, long timestamp) {
                written.add(value + "@" + timestamp);
            }
        };
    }

    private static final class Plain implements ProcessFunction<String, String> {
        @Override
        public void process(String value, ProcessContext context, Output<String> out) {
            context.timers().atEventTime(1);
        }
    }

    /** "key+5" sets an event timer for 5, "key-5" cancels it, "key!5" sets one 5 ms from now by the clock. */
    private static final class Alarms implements KeyedProcessFunction<String, String, String> {
        private static final ValueStateSpec<Integer> COUNT = ValueStateSpec.of("count", Integer.class);
        private ValueState<Integer> count;

        static String key(String value) {
            return value.split("[-+!]", 2)[0];
        }

        @Override
        public List<ValueStateSpec<?>> states() {
            return List.of(COUNT);
        }

        @Override
        public void open(ProcessContext context) {
            count = context.state(COUNT);
        }

        @Override
        public void process(String key, String value, ProcessContext context, Output<String> out) {
            count.set(count.getOr(0) + 1);
            long time = Long.parseLong(value.substring(key.length() + 1));
            switch (value.charAt(key.length())) {
                case '+' -> context.timers().atEventTime(time);
                case '-' -> context.timers().cancelEventTime(time);
                default -> context.timers().atProcessingTime(context.timers().processingTime() + time);
            }
        }

        @Override
        public void onTimer(String key, Timer timer, ProcessContext context, Output<String> out) {
            out.emit("%s %s %d of %d".formatted(key, timer.kind(), timer.timestamp(), count.getOr(0)));
            if (key.equals("again")) {
                context.timers().atEventTime(timer.timestamp() + 100);
            }
        }

        @Override
        public void finish(ProcessContext context, Output<String> out) {
            out.emit("bye");
        }
    }
}
