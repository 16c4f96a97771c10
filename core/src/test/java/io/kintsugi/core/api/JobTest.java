package io.kintsugi.core.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.Discard;
import io.kintsugi.core.Numbers;
import io.kintsugi.core.graph.KeyGroups;
import io.kintsugi.core.graph.Partitioning;
import io.kintsugi.core.graph.Step;
import io.kintsugi.core.graph.StepInput;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobTest {
    private final JobDraft draft = Job.named("clicks");

    @Test
    void keepsStepsInTheOrderInWhichTheyWereAdded() {
        draft.source("read", new Numbers())
                .map("double", n -> n * 2)
                .filter("even", n -> n % 2 == 0)
                .sink("write", new Discard<>());

        Job job = draft.build();

        assertThat(job.name()).isEqualTo("clicks");
        assertThat(job.graph().steps()).extracting(Step::name).containsExactly("read", "double", "even", "write");
        assertThat(job.graph().keyGroups()).isEqualTo(KeyGroups.DEFAULT);
    }

    @Test
    void doesNotSeeWhatIsDoneToItsDraftAfterwards() {
        Stream<Long> numbers = draft.source("read", new Numbers());
        numbers.sink("write", new Discard<>());
        Job job = draft.recordTypes(String.class).build();
        String before = job.graph().fingerprint();

        numbers.parallelism(7).blocking().startNewChain();
        numbers.sink("second", new Discard<>()).blocking();
        draft.keyGroups(9).recordTypes(Integer.class);

        assertThat(job.graph().fingerprint()).isEqualTo(before);
        assertThat(job.graph().recordTypes()).containsExactly(String.class);
        assertThat(draft.build().graph().steps()).hasSize(3);
    }

    @Test
    void givesOutNothingThatCouldBeChanged() {
        draft.source("read", new Numbers()).sink("write", new Discard<>());

        var graph = draft.build().graph();

        assertThatThrownBy(() -> graph.steps().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> step(draft.build(), "write").inputs().clear())
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> graph.recordTypes().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void takesOverParallelismFromTheStepBefore() {
        draft.source("read", new Numbers())
                .parallelism(2)
                .map("first", n -> n)
                .map("wide", n -> n)
                .parallelism(4)
                .sink("write", new Discard<>());

        Job job = draft.build();

        assertThat(job.graph().steps()).extracting(Step::parallelism).containsExactly(2, 2, 4, 4);
    }

    @Test
    void takesOverParallelismThatWasSetAfterTheNextStepWasAdded() {
        Stream<Long> numbers = draft.source("read", new Numbers());
        numbers.map("plus", n -> n + 1).sink("write", new Discard<>());
        numbers.parallelism(3);

        assertThat(step(draft.build(), "write").parallelism()).isEqualTo(3);
    }

    @Test
    void leavesASinkItsOwnParallelismAndThread() {
        draft.source("read", new Numbers())
                .parallelism(2)
                .sink("write", new Discard<>())
                .parallelism(1)
                .blocking()
                .startNewChain();

        Step sink = step(draft.build(), "write");

        assertThat(sink.parallelism()).isEqualTo(1);
        assertThat(sink.blocking()).isTrue();
        assertThat(sink.startNewChain()).isTrue();
        assertThat(sink.isSink()).isTrue();
    }

    @Test
    void remembersHowEachInputIsSpread() {
        Stream<Long> numbers = draft.source("read", new Numbers());
        numbers.rebalance().sink("rebalanced", new Discard<>());
        numbers.broadcast().sink("broadcast", new Discard<>());
        numbers.forward().sink("forwarded", new Discard<>());
        numbers.keyBy(n -> n % 10).unkeyed().sink("hashed", new Discard<>());
        numbers.sink("automatic", new Discard<>());

        Job job = draft.build();

        assertThat(input(job, "rebalanced").partitioning()).isEqualTo(Partitioning.REBALANCE);
        assertThat(input(job, "broadcast").partitioning()).isEqualTo(Partitioning.BROADCAST);
        assertThat(input(job, "forwarded").partitioning()).isEqualTo(Partitioning.FORWARD);
        assertThat(input(job, "hashed").partitioning()).isEqualTo(Partitioning.HASH);
        assertThat(input(job, "hashed").keyType()).isEqualTo(Long.class);
        assertThat(input(job, "automatic").partitioning()).isNull();
    }

    @Test
    void theLastOfTwoPartitioningsCounts() {
        draft.source("read", new Numbers()).keyBy(n -> n).unkeyed().rebalance().sink("write", new Discard<>());

        StepInput input = input(draft.build(), "write");

        assertThat(input.partitioning()).isEqualTo(Partitioning.REBALANCE);
        assertThat(input.key()).isNull();
    }

    @Test
    void keysEveryStreamOfAUnion() {
        Stream<Long> left = draft.source("left", new Numbers());
        Stream<Long> right = draft.source("right", new Numbers());
        left.union(right.broadcast()).keyBy(n -> n).process("count", Count::new).sink("write", new Discard<>());

        Step count = step(draft.build(), "count");

        assertThat(count.isKeyed()).isTrue();
        assertThat(count.inputs()).extracting(StepInput::from).containsExactly("left", "right");
        assertThat(count.inputs()).extracting(StepInput::partitioning).containsOnly(Partitioning.HASH);
    }

    @Test
    void letsAStepReadTheMainAndTheSideOutputOfAnother() {
        Stream<Long> even = draft.source("read", new Numbers()).process("split", Splitter::new);
        even.sink("even", new Discard<>());
        even.sideOutput(Splitter.ODD).filter("large", n -> n > 100).sink("odd", new Discard<>());

        Job job = draft.build();

        assertThat(input(job, "large").side()).isEqualTo(Splitter.ODD);
        assertThat(step(job, "large").output().type()).isEqualTo(Long.class);
        assertThat(input(job, "even").side()).isNull();
    }

    @Test
    void setsTheStepThatWasAddedLastAndNoOther() {
        draft.source("read", new Numbers())
                .map("slow", n -> n)
                .blocking()
                .startNewChain()
                .map("fast", n -> n)
                .sink("write", new Discard<>());

        Job job = draft.build();

        assertThat(job.graph().steps()).extracting(Step::blocking).containsExactly(false, true, false, false);
        assertThat(job.graph().steps()).extracting(Step::startNewChain).containsExactly(false, true, false, false);
    }

    @Test
    void aLongJobNeedsNoDeepStack() {
        Stream<Long> stream = draft.source("read", new Numbers()).parallelism(2);
        for (int i = 0; i < 2_000; i++) {
            stream = stream.filter("filter-" + i, n -> true);
        }
        stream.rebalance().sink("write", new Discard<>());

        Job job = draft.build();

        assertThat(step(job, "write").parallelism()).isEqualTo(2);
        assertThat(step(job, "filter-1999").output().type()).isEqualTo(Long.class);
    }

    @Test
    void findsStepsAndTheirConsumersByName() {
        Stream<Long> numbers = draft.source("read", new Numbers());
        numbers.union(numbers).sink("twice", new Discard<>());
        numbers.sink("once", new Discard<>());

        var graph = draft.build().graph();

        assertThat(graph.step("read")).isPresent();
        assertThat(graph.step("raed")).isEmpty();
        assertThat(graph.consumers("read")).extracting(Step::name).containsExactly("twice", "twice", "once");
        assertThat(graph.consumers("once")).isEqualTo(List.of());
    }

    private static Step step(Job job, String name) {
        return job.graph().step(name).orElseThrow();
    }

    private static StepInput input(Job job, String name) {
        return step(job, name).inputs().get(0);
    }
}
