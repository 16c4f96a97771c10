package io.kintsugi.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.function.Timer;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.window.Windows;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OperatorHarnessTest {
    private static final ValueStateSpec<Long> COUNT = ValueStateSpec.of("count", Long.class);

    @Test
    void goesOnFromTheSnapshotAndForgetsWhatCameAfterIt() {
        try (OperatorHarness<String, String> harness = counting()) {
            harness.push("a", 1);
            harness.push("a", 2);
            harness.snapshot();
            harness.push("a", 3);
            assertThat(harness.outputs()).containsExactly("a 1", "a 2", "a 3");

            harness.restore();
            assertThat(harness.outputs()).containsExactly("a 1", "a 2");
            harness.push("a", 4);
            harness.push("b", 5);

            assertThat(harness.outputs()).containsExactly("a 1", "a 2", "a 3", "b 1");
        }
    }

    @Test
    void beginsWithNothingWhereNothingWasStored() {
        try (OperatorHarness<String, String> harness = counting()) {
            harness.push("a", 1);
            harness.restore();
            harness.push("a", 2);

            assertThat(harness.outputs()).containsExactly("a 1");
        }
    }

    @Test
    void tellsAWindowWhenTheWatermarkComesAndNotBefore() {
        try (OperatorHarness<String, Long> harness = OperatorHarness.of(
                String.class,
                words -> words.map("one", word -> 1L)
                        .keyBy(one -> one)
                        .window(Windows.tumbling(Duration.ofMillis(10)))
                        .reduce("sum", Long::sum, (key, window, sum) -> window.start() + sum))) {
            harness.push("x", 11);
            harness.push("y", 19);
            assertThat(harness.outputs()).isEmpty();
            harness.snapshot();
            harness.restore();
            harness.watermark(20);

            assertThat(harness.outputs()).containsExactly(12L);
            harness.push("z", 25);
            harness.end();
            assertThat(harness.outputs()).containsExactly(12L, 21L);
        }
    }

    @Test
    void letsTimersByTheClockComeDue() {
        try (OperatorHarness<String, String> harness = counting()) {
            harness.push("remind", 1);
            assertThat(harness.outputs()).containsExactly("remind 1");

            harness.advance(Duration.ofSeconds(2));

            assertThat(harness.outputs()).containsExactly("remind 1", "remind due");
        }
    }

    @Test
    void tellsOperatorsEventsBetweenTheirRecords() {
        try (OperatorHarness<String, String> harness = OperatorHarness.of(
                String.class,
                List.of(Round.class),
                words -> words.process("round", Rounds::new).outputType(String.class))) {
            harness.push("a", 1);
            harness.send(new Round(1));
            harness.push("b", 2);

            assertThat(harness.outputs()).containsExactly("a 0", "b 1");
            assertThat(harness.events()).containsExactly(new Round(1));
            assertThatThrownBy(() -> harness.send("not declared"))
                    .hasStackTraceContaining("step 'harness-input' sends an event of class java.lang.String");
        }
    }

    private record Round(int number) {}

    private static final class Rounds implements ProcessFunction<String, String> {
        private int round;

        @Override
        public void process(String word, ProcessContext context, Output<String> out) {
            out.emit(word + " " + round);
        }

        @Override
        public void onEvent(Object event, ProcessContext context, Output<String> out) {
            round = ((Round) event).number();
        }
    }

    @Test
    void throwsWhatAFunctionThrows() {
        try (OperatorHarness<String, Integer> harness =
                OperatorHarness.of(String.class, words -> words.map("parse", Integer::parseInt))) {
            assertThatThrownBy(() -> harness.push("many", 1)).hasMessageContaining("parse");
        }
    }

    private static OperatorHarness<String, String> counting() {
        return OperatorHarness.of(
                String.class, words -> words.keyBy(word -> word).process("count", Counter::new));
    }

    private static final class Counter implements KeyedProcessFunction<String, String, String> {
        @Override
        public List<StateSpec> states() {
            return List.of(COUNT);
        }

        @Override
        public void process(String word, String value, ProcessContext context, Output<String> out) {
            ValueState<Long> count = context.state(COUNT);
            count.set(count.getOr(0L) + 1);
            out.emit(word + " " + count.get());
            if (word.equals("remind")) {
                context.timers().atProcessingTime(context.timers().processingTime() + 1_000);
            }
        }

        @Override
        public void onTimer(String word, Timer timer, ProcessContext context, Output<String> out) {
            out.emit(word + " due");
        }
    }
}
