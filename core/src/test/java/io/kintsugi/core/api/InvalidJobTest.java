package io.kintsugi.core.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kintsugi.core.Discard;
import io.kintsugi.core.Numbers;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.graph.InvalidJobException;
import io.kintsugi.core.graph.KeyGroups;
import io.kintsugi.core.window.Windows;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a person reads who described a job that cannot run: which step, what is wrong, what to do. */
class InvalidJobTest {
    private final JobDraft draft = Job.named("clicks");
    private final Stream<Long> numbers = draft.source("read", new Numbers());

    @Test
    void refusesAJobWithoutAnySource() {
        assertThat(problemsOf(Job.named("empty"))).containsExactly("it has no source: add one with source(...)");
    }

    @Test
    void namesTheJobAndAllProblemsInOneMessage() {
        numbers.parallelism(0).map("plus", n -> n + 1).parallelism(2);

        InvalidJobException thrown = catchThrowableOfType(InvalidJobException.class, draft::build);

        assertThat(thrown.problems()).hasSize(2);
        assertThat(thrown)
                .hasMessageStartingWith("job clicks cannot run: step 'read': parallelism 0 is not")
                .hasMessageContaining("; step 'plus': nobody reads its output");
    }

    @Test
    void refusesAStepWhoseOutputNobodyReads() {
        numbers.map("plus", n -> n + 1);

        assertThat(problems()).containsExactly("step 'plus': nobody reads its output: add a sink");
    }

    @Test
    void refusesAMainOutputThatNobodyReadsBesideASideOutput() {
        numbers.process("split", Splitter::new).sideOutput(Splitter.ODD).sink("odd", new Discard<>());

        assertThat(problems()).containsExactly("step 'split': nobody reads its output: add a sink");
    }

    @Test
    void acceptsAFunctionThatEmitsOnlyToItsSideOutput() {
        numbers.process("split", OnlyToTheSide::new).sideOutput(Splitter.ODD).sink("odd", new Discard<>());

        assertThat(draft.build().graph().steps()).hasSize(3);
    }

    @Test
    void refusesWindowsByTimeOverRecordsWithoutTime() {
        numbers.keyBy(n -> n)
                .window(Windows.tumbling(Duration.ofHours(1)))
                .reduce("hourly", Math::max, (key, hour, highest) -> highest)
                .sink("write", new Discard<>());

        assertThat(problems())
                .containsExactly("step 'hourly': it works by time, but its input from 'read' has none:"
                        + " add .timestamps(...) after the source");
    }

    @Test
    void acceptsCountWindowsOverRecordsWithoutTime() {
        numbers.keyBy(n -> n)
                .window(Windows.count(10))
                .reduce("tens", Math::max, (key, hour, highest) -> highest)
                .sink("write", new Discard<>());

        assertThat(draft.build().graph().steps()).hasSize(3);
    }

    @Test
    void refusesLatenessOfCountWindows() {
        numbers.keyBy(n -> n)
                .window(Windows.count(10))
                .allowedLateness(Duration.ofHours(1))
                .reduce("tens", Math::max, (key, hour, highest) -> highest)
                .sink("write", new Discard<>());

        assertThat(problems())
                .containsExactly("step 'tens': count and global windows have no end in time:"
                        + " remove allowedLateness(...), early(...) and lateTo(...)");
    }

    @Test
    void refusesTwoStepsOfTheSameName() {
        numbers.map("plus", n -> n + 1).map("plus", n -> n + 1).sink("write", new Discard<>());

        assertThat(problems()).contains("step 'plus' exists twice: give each step a name of its own");
    }

    @Test
    void refusesParallelismBelowOneAndAboveTheKeyGroups() {
        draft.keyGroups(4);
        numbers.parallelism(5)
                .map("none", n -> n)
                .parallelism(0)
                .sink("write", new Discard<>())
                .parallelism(-1);

        assertThat(problems())
                .containsExactly(
                        "step 'read': parallelism 5 is not between 1 and the number of key groups, 4: choose one that is,"
                                + " or set keyGroups(...)",
                        "step 'none': parallelism 0 is not between 1 and the number of key groups, 4: choose one that is,"
                                + " or set keyGroups(...)",
                        "step 'write': parallelism -1 is not between 1 and the number of key groups, 4: choose one that"
                                + " is, or set keyGroups(...)");
    }

    @Test
    void refusesKeyGroupsOutOfRange() {
        numbers.sink("write", new Discard<>());

        assertThat(problemsOf(draft.keyGroups(KeyGroups.MAX + 1)))
                .containsExactly("key groups: expected 1 to 32768, found 32769: change keyGroups(...)");
        assertThat(problemsOf(draft.keyGroups(0)).get(0)).startsWith("key groups: expected 1 to 32768, found 0");
    }

    @Test
    void refusesForwardBetweenStepsOfDifferentParallelism() {
        numbers.parallelism(2).forward().map("plus", n -> n + 1).parallelism(3).sink("write", new Discard<>());

        assertThat(problems())
                .containsExactly(
                        "step 'plus': forward needs equal parallelism, but 'read' has 2 and 'plus' has 3: use rebalance()");
    }

    @Test
    void refusesKeyedStateOnAStreamWithoutKeys() {
        numbers.process("count", CountsWithoutKeys::new).sink("write", new Discard<>());

        assertThat(problems())
                .containsExactly("step 'count': it keeps keyed state 'count' but its input is not keyed: put keyBy(...)"
                        + " before it and use a KeyedProcessFunction");
    }

    @Test
    void refusesTwoStatesOfTheSameName() {
        numbers.keyBy(n -> n)
                .process(
                        "count",
                        () -> new Count(
                                ValueStateSpec.of("count", Long.class), ValueStateSpec.of("count", String.class)))
                .sink("write", new Discard<>());

        assertThat(problems())
                .containsExactly("step 'count': it declares state 'count' twice: give each state a name of its own");
    }

    @Test
    void refusesASupplierThatGivesTheSameFunctionTwice() {
        Splitter shared = new Splitter();
        numbers.process("split", () -> shared).sink("write", new Discard<>());

        assertThat(problems())
                .containsExactly("step 'split': its supplier gives the same function twice, which subtasks would share:"
                        + " return a new one each time");
    }

    @Test
    void refusesASupplierThatFailsOrGivesNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> numbers.process("split", InvalidJobTest::fails))
                .withMessage(
                        "step 'split': its supplier made no function: java.lang.IllegalStateException: no licence");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> numbers.<Long>process("split", () -> null))
                .withMessageStartingWith("step 'split': its supplier made no function");
    }

    @Test
    void namesTheStepWhoseStatesCannotBeAskedFor() {
        numbers.process("count", StatesNeedADatabase::new).sink("write", new Discard<>());

        assertThat(problems())
                .containsExactly("step 'count': its function cannot be asked for its states:"
                        + " java.lang.IllegalStateException: no database; do the work in open(...)");
    }

    @Test
    void refusesASideOutputOfAStepThatHasNone() {
        Stream<Long> plus = numbers.map("plus", n -> n + 1);
        plus.sink("write", new Discard<>());
        plus.sideOutput(Splitter.ODD).sink("odd", new Discard<>());

        assertThat(problems())
                .containsExactly(
                        "step 'odd': it reads side output 'odd' of 'plus', but only a process or window step has side outputs");
    }

    @Test
    void refusesOneSideOutputReadAsTwoClasses() {
        Stream<Long> even = numbers.process("split", Splitter::new);
        even.sink("even", new Discard<>());
        even.sideOutput(Splitter.ODD).sink("odd", new Discard<>());
        even.sideOutput(SideOutput.of("odd", String.class)).sink("text", new Discard<>());

        assertThat(problems())
                .containsExactly(
                        "step 'text': it reads side output 'odd' of 'split' as java.lang.String, another step as"
                                + " java.lang.Long: give each side output its own name");
    }

    @Test
    void refusesKeysThatHashDifferentlyInEveryJvm() {
        numbers.keyBy(n -> new long[] {n}).unkeyed().sink("write", new Discard<>());

        assertThat(problems())
                .containsExactly(
                        "step 'write': its key cannot be spread: an array has no stable hashCode; use a List or"
                                + " a record");
    }

    @Test
    void refusesRecordsOfAnUnknownClassOnTheWayToAnotherTask() {
        numbers.<String>flatMap("split", (n, out) -> out.emit("" + n))
                .rebalance()
                .sink("write", new Discard<>());

        assertThat(problems())
                .containsExactly(
                        "step 'split': the records that it sends to 'write' are of a class that its function does"
                                + " not tell: add .outputType(...) after it");
    }

    @Test
    void acceptsRecordsOfAnUnknownClassThatStayInTheTask() {
        numbers.<String>flatMap("split", (n, out) -> out.emit("" + n)).sink("write", new Discard<>());

        assertThat(draft.build().graph().step("split").orElseThrow().output()).isNull();
    }

    @Test
    void refusesUnionAcrossJobs() {
        Stream<Long> elsewhere = Job.named("other").source("foreign", new Numbers());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> numbers.union(elsewhere))
                .withMessage("union of 'read' and 'foreign': they belong to different jobs");
    }

    @Test
    void refusesSettingsThatCouldMeanAnyOfTwoSteps() {
        Stream<Long> both = numbers.union(draft.source("more", new Numbers()));

        assertThatThrownBy(() -> both.parallelism(2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("parallelism() belongs directly after the step it is about")
                .hasMessageContaining("'read'");
        assertThatThrownBy(() -> numbers.rebalance().blocking()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> numbers.broadcast().startNewChain()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> numbers.forward().outputType(Long.class)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> numbers.rebalance().sideOutput(Splitter.ODD))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void refusesNamesThatDoNotFit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Job.named("My Job"))
                .withMessageStartingWith("job name 'My Job': expected 1 to 64 of lower-case letters");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> numbers.map("a b", n -> n))
                .withMessageStartingWith("step name 'a b': expected");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SideOutput.of("", Long.class))
                .withMessageStartingWith("side output name ''");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ValueStateSpec.of("/", Long.class))
                .withMessageStartingWith("state name '/'");
    }

    private List<String> problems() {
        return problemsOf(draft);
    }

    private static List<String> problemsOf(JobDraft draft) {
        return catchThrowableOfType(InvalidJobException.class, draft::build).problems();
    }

    private static Splitter fails() {
        throw new IllegalStateException("no licence");
    }

    private static final class OnlyToTheSide implements ProcessFunction<Long, Void> {
        @Override
        public void process(Long value, ProcessContext context, Output<Void> out) {
            context.emit(Splitter.ODD, value);
        }
    }

    private static final class CountsWithoutKeys implements ProcessFunction<Long, Long> {
        @Override
        public List<ValueStateSpec<?>> states() {
            return List.of(ValueStateSpec.of("count", Long.class));
        }

        @Override
        public void process(Long value, ProcessContext context, Output<Long> out) {
            out.emit(value);
        }
    }

    private static final class StatesNeedADatabase implements ProcessFunction<Long, Long> {
        @Override
        public List<ValueStateSpec<?>> states() {
            throw new IllegalStateException("no database");
        }

        @Override
        public void process(Long value, ProcessContext context, Output<Long> out) {
            out.emit(value);
        }
    }
}
