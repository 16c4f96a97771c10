package io.kintsugi.core.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kintsugi.core.Discard;
import io.kintsugi.core.Numbers;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.function.KeyFunction;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.type.RecordType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Graphs that the job API cannot describe, and what two builds of a job have in common. */
class JobGraphTest {
    private static final RecordType LONG = RecordType.of(Long.class);

    @Test
    void refusesACycleAndNamesOnlyTheStepsInIt() {
        assertThat(problems(source("read"), map("a", "read", "c"), map("b", "a"), map("c", "b"), sink("write", "c")))
                .containsExactly("steps [a, b, c] form a cycle: a job flows one way only, so remove one of the edges");
    }

    @Test
    void refusesAStepThatReadsItself() {
        assertThat(problems(source("read"), map("loop", "read", "loop"), sink("write", "loop")))
                .containsExactly("steps [loop] form a cycle: a job flows one way only, so remove one of the edges");
    }

    @Test
    void refusesAnInputThatDoesNotExistAndGuessesWhichWasMeant() {
        assertThat(problems(source("read"), sink("first", "read"), sink("second", "raed")))
                .containsExactly("step 'second': it reads from 'raed', which is not a step of this job; did you mean"
                        + " 'read'?");
    }

    @Test
    void refusesAStepThatComesBeforeTheOneItReads() {
        assertThat(problems(sink("write", "read"), source("read")))
                .containsExactly("step 'write': it comes before 'read', from which it reads: add it after that");
    }

    @Test
    void refusesASinkThatIsReadAndASourceThatReads() {
        Step reading = new Step(
                "reading",
                new StepKind.SourceStep(new Numbers(), null),
                List.of(input("write")),
                1,
                false,
                false,
                LONG);

        assertThat(problems(source("read"), sink("write", "read"), reading, sink("last", "reading")))
                .containsExactly(
                        "step 'reading': a source reads from no other step",
                        "step 'reading': it reads from sink 'write', which emits nothing: read from a step before it");
    }

    @Test
    void refusesAStepWithoutInput() {
        assertThat(problems(source("read"), sink("write", "read"), sink("lonely")))
                .containsExactly("step 'lonely': it reads from no step: connect it to a stream");
    }

    @Test
    void refusesAKeyedStepWithoutKeyBy() {
        Step keyed = new Step(
                "count",
                new StepKind.KeyedProcessStep(
                        () -> (KeyedProcessFunction<Long, Long, Long>) (key, n, context, out) -> {}),
                List.of(input("read")),
                1,
                false,
                false,
                LONG);

        assertThat(problems(source("read"), keyed, sink("write", "count")))
                .containsExactly("step 'count': it works by key but its input from 'read' is not keyed: put keyBy(...)"
                        + " before it");
    }

    @Test
    void refusesAKeyedStepWhoseInputsHaveDifferentKeys() {
        StepInput left = new StepInput("read", null, Partitioning.HASH, (KeyFunction<Long, Long>) n -> n, null);
        StepInput right = new StepInput("read", null, Partitioning.HASH, (KeyFunction<Long, Long>) n -> -n, null);
        Step keyed = new Step(
                "count",
                new StepKind.KeyedProcessStep(JobGraphTest::count),
                List.of(left, right),
                1,
                false,
                false,
                LONG);

        assertThat(problems(source("read"), keyed, sink("write", "count")))
                .containsExactly("step 'count': its inputs have different keys: put one keyBy(...) after their union");
    }

    @Test
    void refusesAHashEdgeWithoutAKey() {
        StepInput input = new StepInput("read", null, Partitioning.HASH, null, null);
        Step sink = new Step("write", new StepKind.SinkStep(new Discard<>()), List.of(input), 1, false, false, null);

        assertThat(problems(source("read"), sink))
                .containsExactly("step 'write': an edge by hash has a key, and no other edge has one");
    }

    @Test
    void twoBuildsOfAJobHaveTheSameFingerprint() {
        assertThat(job(2, n -> n).fingerprint()).isEqualTo(job(2, n -> n).fingerprint());
    }

    @Test
    void theFingerprintTellsStepsAndRecordClasses() {
        assertThat(job(2, n -> n).fingerprint()).isEqualTo("""
                        key-groups=128
                        %2$s
                        read SourceStep x1 ->java.lang.Long
                        pair MapStep x2 ->%1$s <-read:AUTO
                        write SinkStep x2 blocking <-pair:HASH
                        %1$s left:long right:long
                        """.formatted(Pair.class.getName(), Recovery.none()));
    }

    @Test
    void theFingerprintChangesWithSettings() {
        assertThat(job(2, n -> n).fingerprint()).isNotEqualTo(job(3, n -> n).fingerprint());
    }

    private record Pair(long left, long right) {}

    private static JobGraph job(int parallelism, KeyFunction<Long, Long> key) {
        JobDraft draft = Job.named("clicks");
        draft.source("read", new Numbers())
                .map("pair", n -> new Pair(n, n))
                .parallelism(parallelism)
                .keyBy(pair -> key.key(pair.left()))
                .unkeyed()
                .sink("write", new Discard<>())
                .blocking();
        return draft.build().graph();
    }

    private static List<String> problems(Step... steps) {
        return catchThrowableOfType(
                        InvalidJobException.class,
                        () -> JobGraph.of("clicks", List.of(steps), 128, List.of(), JobGraph.Policy.none()))
                .problems();
    }

    private static Step source(String name) {
        return step(name, new StepKind.SourceStep(new Numbers(), null), LONG);
    }

    private static Step map(String name, String... from) {
        return step(name, new StepKind.MapStep((Long n) -> n), LONG, from);
    }

    private static Step sink(String name, String... from) {
        return step(name, new StepKind.SinkStep(new Discard<>()), null, from);
    }

    private static Step step(String name, StepKind kind, @Nullable RecordType output, String... from) {
        List<StepInput> inputs = Arrays.stream(from).map(JobGraphTest::input).toList();
        return new Step(name, kind, inputs, 1, false, false, output);
    }

    private static KeyedProcessFunction<Long, Long, Long> count() {
        return (key, n, context, out) -> {};
    }

    private static StepInput input(String from) {
        return new StepInput(from, null, null, null, null);
    }
}
