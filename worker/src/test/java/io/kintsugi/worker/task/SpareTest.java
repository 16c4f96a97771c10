package io.kintsugi.worker.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.function.FunctionSupplier;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.ListState;
import io.kintsugi.core.function.ListStateSpec;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.recovery.Checkpointing;
import io.kintsugi.worker.operator.StepFailedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Chains that were opened before anybody knew for which task. */
final class SpareTest {
    private static final TaskSpec.Checkpoints CHECKPOINTS =
            new TaskSpec.Checkpoints(Checkpointing.every(Duration.ofSeconds(1)), 4);

    /** What functions were told, outside of them. */
    private final List<String> told = new ArrayList<>();

    @Test
    void becomesATaskWithTheKeyedStateOfTheOneThatFailed() {
        TaskFixture failed = new TaskFixture(keyed(), "count", CHECKPOINTS);
        assertThat(failed.say("0:a 0:a 0:b 0:|5").passedOn()).isEqualTo("a=1 a=2 b=1 |5");

        TaskFixture again = failed.restartBySpare();

        assertThat(again.say("0:a 0:b 0:c").passedOn()).isEqualTo("a=3 b=2 c=1");
        assertThat(again.say("0:|6").stored).hasSize(1);
        assertThat(again.restart().say("0:a").passedOn()).isEqualTo("a=4");
    }

    @Test
    void becomesATaskWithTheListsOfTheOneThatFailed() {
        TaskFixture failed = new TaskFixture(listing(false), "list", CHECKPOINTS);
        assertThat(failed.say("0:a 0:b 0:|5").passedOn()).isEqualTo("a b |5");

        assertThat(failed.restartBySpare().say("0:c").passedOn()).isEqualTo("c");

        assertThat(told).containsExactly("open", "begin 0@1 []", "open", "begin 0@2 [a, b]");
    }

    @Test
    void refusesToOpenAFunctionThatLooksForItsStateTooEarly() {
        TaskFixture failed = new TaskFixture(listing(true), "list", CHECKPOINTS);
        failed.say("0:a 0:|5");

        assertThatThrownBy(failed::restartBySpare)
                .isInstanceOf(StepFailedException.class)
                .hasRootCauseMessage(
                        "step 'list' stands by: state 'seen' is not there before begin(...), so do not use it"
                                + " in open(...)");
    }

    private Job keyed() {
        return job(in -> in.keyBy(text -> text).process("count", Counter::new));
    }

    private Job listing(boolean early) {
        FunctionSupplier<ProcessFunction<String, String>> lister = () -> new Lister(early);
        return job(in -> in.rebalance().process("list", lister));
    }

    private interface Middle {
        Stream<String> after(Stream<String> in);
    }

    private static Job job(Middle middle) {
        JobDraft job = Job.named("spares").checkpointed(Duration.ofSeconds(1));
        Stream<String> in = job.source("in", new TaskStateTest.Letters()).parallelism(1);
        middle.after(in).parallelism(1).standby(1).sink("out", context -> (value, timestamp) -> {});
        return job.build();
    }

    /** How often each word came. */
    private static final class Counter implements KeyedProcessFunction<String, String, String> {
        private static final ValueStateSpec<Long> TIMES = ValueStateSpec.of("times", Long.class);
        private ValueState<Long> times;

        @Override
        public List<ValueStateSpec<?>> states() {
            return List.of(TIMES);
        }

        @Override
        public void open(ProcessContext context) {
            times = context.state(TIMES);
        }

        @Override
        public void process(String key, String value, ProcessContext context, Output<String> out) {
            times.set(times.getOr(0L) + 1);
            out.emit(value + "=" + times.getOr(0L));
        }
    }

    /** Keeps all that it has seen. */
    private final class Lister implements ProcessFunction<String, String> {
        private static final ListStateSpec<String> SEEN = ListStateSpec.of("seen", String.class);

        private final boolean early;
        private ListState<String> seen;

        Lister(boolean early) {
            this.early = early;
        }

        @Override
        public List<ListStateSpec<?>> states() {
            return List.of(SEEN);
        }

        @Override
        public void open(ProcessContext context) {
            seen = context.state(SEEN);
            told.add("open");
            if (early) {
                seen.get();
            }
        }

        @Override
        public void begin(ProcessContext context) {
            told.add("begin " + context.subtask() + "@" + context.attempt() + " " + seen.get());
        }

        @Override
        public void process(String value, ProcessContext context, Output<String> out) {
            seen.add(value);
            out.emit(value);
        }
    }
}
