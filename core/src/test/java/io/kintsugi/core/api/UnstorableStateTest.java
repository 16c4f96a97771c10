package io.kintsugi.core.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kintsugi.core.Discard;
import io.kintsugi.core.Numbers;
import io.kintsugi.core.function.AggregateFunction;
import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.ListStateSpec;
import io.kintsugi.core.function.MapStateSpec;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.graph.InvalidJobException;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.window.Windows;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** State that could not be stored is found while the job is built, not at its first checkpoint. */
class UnstorableStateTest {
    private final JobDraft draft = Job.named("clicks");
    private final Stream<Long> numbers = draft.source("read", new Numbers());

    record Session(Thread owner) {}

    record Key(Object anything) {
        static Key of(Long number) {
            return new Key(number);
        }
    }

    /** Declares what it is told to. */
    private record Keeping(List<? extends StateSpec> states)
            implements KeyedProcessFunction<Long, Long, Long>, ProcessFunction<Long, Long> {
        Keeping(StateSpec... states) {
            this(List.of(states));
        }

        @Override
        public void process(Long key, Long value, ProcessContext context, Output<Long> out) {}

        @Override
        public void process(Long value, ProcessContext context, Output<Long> out) {}

        @Override
        public void finish(ProcessContext context, Output<Long> out) {}

        @Override
        public void onEvent(Object event, ProcessContext context, Output<Long> out) {}

        @Override
        public void open(ProcessContext context) {}

        @Override
        public void close() {}
    }

    @Test
    void namesStepStateClassAndField() {
        ValueStateSpec<Session> sessions = ValueStateSpec.of("sessions", Session.class);
        MapStateSpec<String, Object> any = MapStateSpec.of("any", String.class, Object.class);
        KeyedStream<Long, Long> keyed = numbers.keyBy(n -> n % 2);
        keyed.process("count", () -> new Keeping(sessions, any)).sink("write", new Discard<>());

        assertThat(draft.build().graph().checkpointing()).isEmpty();
        assertThat(problems())
                .containsExactly(
                        "step 'count': state 'sessions', of %s, cannot be stored: field 'owner' of %s is a java.lang.Thread,"
                                        .formatted(Session.class.getName(), Session.class.getName())
                                + " which cannot be stored: use a record of what is in it",
                        "step 'count': state 'any', of java.lang.Object, cannot be stored: it can be any"
                                + " java.lang.Object: declare a class that says more");
    }

    @Test
    void namesAKeyAndAnAccumulator() {
        numbers.timestamps(EventTime.<Long>from(n -> n))
                .keyBy(Key::of)
                .window(Windows.tumbling(Duration.ofHours(1)))
                .aggregate("sum", new Threads(), (key, window, count) -> count)
                .sink("write", new Discard<>());

        assertThat(problems())
                .hasSize(2)
                .allMatch(problem -> problem.startsWith("step 'sum': "))
                .anyMatch(problem -> problem.contains(
                        "its key, of " + Key.class.getName() + ", cannot be stored: field" + " 'anything'"))
                .anyMatch(problem -> problem.contains("the accumulator of its windows, of java.lang.Thread, cannot"));
    }

    private static final class Threads implements AggregateFunction<Long, Thread, Long> {
        @Override
        public Thread create() {
            return Thread.currentThread();
        }

        @Override
        public Thread add(Long value, Thread accumulator) {
            return accumulator;
        }

        @Override
        public Thread merge(Thread into, Thread other) {
            return into;
        }

        @Override
        public Long result(Thread accumulator) {
            return 0L;
        }
    }

    @Test
    void onlyListsMayBeKeptWithoutKeysAndOnlyTheyMayBeShared() {
        ListStateSpec<Long> dealt = ListStateSpec.of("dealt", Long.class);
        ListStateSpec<Long> shared = ListStateSpec.shared("shared", Long.class);
        ValueStateSpec<Long> value = ValueStateSpec.of("value", Long.class);
        numbers.process("plain", () -> new Keeping(dealt, shared, value)).sink("write", new Discard<>());
        numbers.keyBy(n -> n)
                .process("keyed", () -> new Keeping(dealt, shared, value))
                .sink("write-keyed", new Discard<>());

        assertThat(problems())
                .containsExactly(
                        "step 'plain': it keeps keyed state 'value' but its input is not keyed: put keyBy(...) before"
                                + " it and use a KeyedProcessFunction",
                        "step 'keyed': it declares state 'shared' as shared, but its input is keyed: use"
                                + " ListStateSpec.of");
    }

    @Test
    void aStepWithListsAcknowledgesCheckpoints() {
        ListStateSpec<Long> dealt = ListStateSpec.of("dealt", Long.class);
        numbers.process("plain", () -> new Keeping(dealt))
                .startNewChain()
                .map("plus", n -> n + 1)
                .startNewChain()
                .sink("write", new Discard<>());
        Plan plan = Plan.of(draft.checkpointed(Duration.ofSeconds(1)).build().graph());

        assertThat(plan.vertex("plain").mustAcknowledge()).isTrue();
        assertThat(plan.vertex("plus").state().lists()).isFalse();
    }

    private List<String> problems() {
        draft.checkpointed(Duration.ofSeconds(1));
        return catchThrowableOfType(InvalidJobException.class, draft::build).problems();
    }
}
