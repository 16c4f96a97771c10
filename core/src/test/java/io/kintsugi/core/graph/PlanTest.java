package io.kintsugi.core.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.kintsugi.core.Discard;
import io.kintsugi.core.Numbers;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.function.SideOutput;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which steps share a task, and which edges are left between the tasks. */
class PlanTest {
    private final JobDraft draft = Job.named("clicks");
    private final Stream<Long> numbers = draft.source("read", new Numbers());

    @Test
    void chainsStepsOfEqualParallelism() {
        numbers.parallelism(3)
                .map("plus", n -> n + 1)
                .filter("even", n -> n % 2 == 0)
                .sink("write", new Discard<>());

        Plan plan = plan();

        assertThat(labels(plan)).containsExactly("read+plus+even+write");
        assertThat(plan.edges()).isEmpty();
        assertThat(plan.vertex("read").parallelism()).isEqualTo(3);
        assertThat(plan.vertex("read").tail().name()).isEqualTo("write");
    }

    @Test
    void aChangeOfParallelismEndsAChainAndRebalances() {
        numbers.parallelism(2).map("plus", n -> n + 1).parallelism(4).sink("write", new Discard<>());

        Plan plan = plan();

        assertThat(labels(plan)).containsExactly("read", "plus+write");
        assertThat(edges(plan)).containsExactly("0 read->plus REBALANCE");
    }

    @Test
    void explicitForwardChainsAsTheAutomaticOneDoes() {
        numbers.parallelism(2).forward().sink("write", new Discard<>());

        assertThat(labels(plan())).containsExactly("read+write");
    }

    @Test
    void everyOtherPartitioningEndsAChainEvenAtParallelismOne() {
        numbers.rebalance()
                .map("spread", n -> n)
                .broadcast()
                .map("copied", n -> n)
                .keyBy(n -> n)
                .unkeyed()
                .sink("keyed", new Discard<>());

        Plan plan = plan();

        assertThat(labels(plan)).containsExactly("read", "spread", "copied", "keyed");
        assertThat(edges(plan))
                .containsExactly("0 read->spread REBALANCE", "1 spread->copied BROADCAST", "2 copied->keyed HASH");
        assertThat(plan.edges().get(2).key()).isNotNull();
        assertThat(plan.edges().get(1).key()).isNull();
    }

    @Test
    void stepsThatMayBlockShareTasksOnlyWithEachOther() {
        numbers.map("load", n -> n)
                .blocking()
                .map("store", n -> n)
                .blocking()
                .map("light", n -> n)
                .sink("write", new Discard<>());

        Plan plan = plan();

        assertThat(labels(plan)).containsExactly("read", "load+store", "light+write");
        assertThat(plan.vertices()).extracting(PlanVertex::blocking).containsExactly(false, true, false);
        assertThat(edges(plan)).containsExactly("0 read->load FORWARD", "1 store->light FORWARD");
    }

    @Test
    void startNewChainKeepsAStepOutOfTheTaskBefore() {
        numbers.map("plus", n -> n + 1).startNewChain().sink("write", new Discard<>());

        Plan plan = plan();

        assertThat(labels(plan)).containsExactly("read", "plus+write");
        assertThat(edges(plan)).containsExactly("0 read->plus FORWARD");
    }

    @Test
    void aStepWithTwoReadersEndsItsChain() {
        numbers.sink("left", new Discard<>());
        numbers.sink("right", new Discard<>());

        Plan plan = plan();

        assertThat(labels(plan)).containsExactly("read", "left", "right");
        assertThat(edges(plan)).containsExactly("0 read->left FORWARD", "1 read->right FORWARD");
    }

    @Test
    void aDiamondMeetsAgainInOneTask() {
        Stream<Long> left = numbers.map("left", n -> n);
        Stream<Long> right = numbers.map("right", n -> -n);
        left.union(right).map("join", n -> n).sink("write", new Discard<>());

        Plan plan = plan();

        assertThat(labels(plan)).containsExactly("read", "left", "right", "join+write");
        assertThat(edges(plan))
                .containsExactly(
                        "0 read->left FORWARD",
                        "1 read->right FORWARD",
                        "2 left->join FORWARD",
                        "3 right->join FORWARD");
    }

    @Test
    void theUnionOfAStreamWithItselfIsTwoEdges() {
        numbers.union(numbers).sink("write", new Discard<>());

        assertThat(edges(plan())).containsExactly("0 read->write FORWARD", "1 read->write FORWARD");
    }

    @Test
    void aSideOutputIsAnEdgeOfItsOwnFromTheEndOfTheChain() {
        Stream<Long> even = numbers.map("plus", n -> n + 1).process("split", Split::new);
        even.sink("even", new Discard<>());
        even.sideOutput(Split.ODD).sink("odd", new Discard<>());

        Plan plan = plan();

        assertThat(labels(plan)).containsExactly("read+plus+split", "even", "odd");
        assertThat(edges(plan)).containsExactly("0 split->even FORWARD", "1 split.odd->odd FORWARD");
        assertThat(plan.edges()).extracting(PlanEdge::from).containsOnly("read");
        assertThat(plan.edges()).extracting(PlanEdge::recordType).containsExactly(Long.class, String.class);
    }

    @Test
    void knowsOnlyChainsByTheirFirstStep() {
        numbers.map("plus", n -> n + 1).sink("write", new Discard<>());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> plan().vertex("plus"))
                .withMessage("no chain begins with step 'plus'; there are [read]");
    }

    @Test
    void namesTheClassesThatCrossAnEdgeOrWereRegistered() {
        record Chained(long number) {}
        record Sent(Part part) {}
        numbers.map("chained", Chained::new)
                .map("sent", chained -> new Sent(new Part(chained.number())))
                .rebalance()
                .sink("write", new Discard<>());
        draft.recordTypes(Extra.class, Part.class, StringBuilder.class);

        assertThat(plan().recordTypes()).containsExactly(Sent.class, Part.class, Extra.class, StringBuilder.class);
    }

    @Test
    void namesWhatIsInsideOfAListThatAMethodReturns() {
        record Whole(List<Part> parts) {}
        numbers.map("whole", n -> new Whole(List.of(new Part(n))))
                .map("parts", Whole::parts)
                .rebalance()
                .sink("write", new Discard<>());

        Plan plan = plan();

        assertThat(plan.edgesInto("write")).extracting(PlanEdge::recordType).containsExactly(List.class);
        assertThat(plan.recordTypes()).containsExactly(Part.class);
    }

    @Test
    void aFilterAfterAUnionSendsWhatFitsBothStreams() {
        Stream<Number> whole = numbers.map("whole", n -> n);
        Stream<Number> real = numbers.map("real", n -> (Number) (n / 2.0));
        whole.union(real)
                .filter("positive", n -> n.doubleValue() > 0)
                .rebalance()
                .sink("write", new Discard<>());

        assertThat(plan().edgesInto("write")).extracting(PlanEdge::recordType).containsExactly(Number.class);
    }

    private Plan plan() {
        return Plan.of(draft.build().graph());
    }

    private static List<String> labels(Plan plan) {
        return plan.vertices().stream().map(PlanVertex::label).toList();
    }

    private static List<String> edges(Plan plan) {
        return plan.edges().stream()
                .map(edge -> "%d %s%s->%s %s"
                        .formatted(
                                edge.index(),
                                plan.vertex(edge.from()).tail().name(),
                                edge.side() == null ? "" : "." + edge.side().name(),
                                edge.to(),
                                edge.partitioning()))
                .toList();
    }

    private record Part(long number) {}

    private record Extra(Part part) {}

    private static final class Split implements ProcessFunction<Long, Long> {
        static final SideOutput<String> ODD = SideOutput.of("odd", String.class);

        @Override
        public void process(Long value, ProcessContext context, Output<Long> out) {
            context.emit(ODD, "odd");
        }
    }
}
