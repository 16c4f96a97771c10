package io.kintsugi.core.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.Discard;
import io.kintsugi.core.function.Until;
import io.kintsugi.core.graph.ExecutionMode;
import io.kintsugi.core.graph.InvalidJobException;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.graph.PlanIteration;
import io.kintsugi.core.window.Trigger;
import io.kintsugi.core.window.Windows;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What iterations are planned as, and the messages for those that cannot work. */
final class IterationRulesTest {
    private static final Until<Long> THREE = Until.supersteps(3);

    private final JobDraft job = Job.named("loops").mode(ExecutionMode.BATCH);
    private final Stream<Long> numbers =
            job.source("numbers", new Counted(true)).map("initial", n -> n);

    @Test
    void plansStartAndEndAsVerticesOfTheirOwn() {
        Stream<Long> others = job.source("others", new Counted(true)).map("constant", n -> n);
        job.iterate(
                        "rank",
                        numbers,
                        now -> now.map("up", n -> n + 1)
                                .filter("keep", n -> n > 0)
                                .union(others)
                                .map("both", n -> n),
                        THREE)
                .parallelism(2)
                .map("after", n -> n)
                .outputType(Long.class)
                .sink("out", new Discard<>());

        Plan plan = Plan.of(job.build().graph());

        PlanIteration iteration = plan.iterations().get(0);
        assertThat(iteration.name()).isEqualTo("rank");
        assertThat(iteration.vertices()).containsExactly("rank-start", "up", "both", "rank");
        assertThat(iteration.keepers()).containsExactly("rank");
        assertThat(iteration.max()).isEqualTo(3);
        assertThat(plan.vertex("rank-start").parallelism()).isEqualTo(2);
        assertThat(plan.vertex("rank").parallelism()).isEqualTo(2);
        assertThat(plan.vertex("up").label()).isEqualTo("up+keep");
        assertThat(plan.iteration("others")).isEmpty();
    }

    @Test
    void buildsAnotherJobWhereItEndsOtherwise() {
        job.iterate("rank", numbers, now -> now.map("up", n -> n + 1), THREE).sink("out", new Discard<>());

        assertThat(job.build().graph().fingerprint())
                .contains("rank IterationEnd x1 ->java.lang.Long until supersteps<=3");
    }

    @Test
    void wantsAMaximum() {
        assertProblem(
                now -> now.map("up", n -> n + 1),
                Until.sumAtMost(0.5, n -> n),
                "step 'rank': it has no maximum of supersteps, and may never come to its end: add .orSupersteps(n) to its Until");
    }

    @Test
    void wantsBatchMode() {
        job.mode(ExecutionMode.STREAMING);

        assertProblem(
                now -> now.map("up", n -> n + 1),
                THREE,
                "step 'rank': an iteration runs in supersteps, stage by stage, and the job does not: choose mode(BATCH)");
    }

    @Test
    void namesTheSourceThatNeverEnds() {
        job.mode(ExecutionMode.AUTOMATIC);
        job.source("endless", new Counted(false)).sink("away", new Discard<>());

        assertProblem(now -> now.map("up", n -> n + 1), THREE, "choose mode(BATCH), and give source 'endless' an end");
    }

    @Test
    void takesNoCheckpoints() {
        job.checkpointed(Duration.ofSeconds(1));

        assertProblem(
                now -> now.map("up", n -> n + 1),
                THREE,
                "step 'rank': an iteration stores its state once per superstep and takes no checkpoints: remove checkpointed(...)");
    }

    @Test
    void wantsItsResultToComeFromWhatItIsGiven() {
        assertProblem(
                now -> numbers.map("other", n -> n),
                THREE,
                "step 'rank': what its function gives back does not come from the stream that it is given: build the result from that stream");
    }

    @Test
    void refusesAnIterationInsideOfAnother() {
        assertProblem(
                now -> job.iterate("inner", now, inner -> inner.map("up", n -> n + 1), THREE),
                THREE,
                "step 'rank': iteration 'inner' begins inside of it, and iterations cannot be nested: iterate one behind the other");
    }

    @Test
    void iteratesOneBehindTheOther() {
        Stream<Long> first = job.iterate("first", numbers, now -> now.map("up", n -> n + 1), THREE);
        job.iterate("second", first, now -> now.map("down", n -> n - 1), THREE).sink("out", new Discard<>());

        List<PlanIteration> iterations = Plan.of(job.build().graph()).iterations();

        assertThat(iterations).extracting(PlanIteration::name).containsExactly("first", "second");
        assertThat(iterations.get(1).vertices()).containsExactly("second-start", "down", "second");
    }

    @Test
    void letsNothingOutButItsResult() {
        assertProblem(
                now -> {
                    now.sink("leak", new Discard<>());
                    return now.map("up", n -> n + 1);
                },
                THREE,
                "step 'rank': sink 'leak' is inside of it and would get the records of all supersteps: read from the stream that iterate(...) returns");
    }

    @Test
    void refusesAStepThatReadsFromInsideAndFromTheResult() {
        Stream<?>[] inside = new Stream<?>[1];
        Stream<Long> result = job.iterate(
                "rank",
                numbers,
                now -> {
                    Stream<Long> up = now.map("up", n -> n + 1);
                    inside[0] = up;
                    return up;
                },
                THREE);
        @SuppressWarnings("unchecked")
        Stream<Long> up = (Stream<Long>) inside[0];
        result.union(up).sink("out", new Discard<>());

        assertThatThrownBy(job::build)
                .isInstanceOf(InvalidJobException.class)
                .hasMessageContaining(
                        "step 'rank': step 'out' is behind it and reads from 'up', which is inside: read from the stream that iterate(...) returns");
    }

    @Test
    void wantsBackWhatItBeginsWith() {
        assertProblem(
                now -> now.map("half", n -> n / 2).outputType(Number.class),
                THREE,
                "step 'rank': it begins with java.lang.Long, but 'half' gives back java.lang.Number: let each superstep give back the records that it takes");
    }

    @Test
    void wantsRecordsThatCanBeStored() {
        Stream<Thread> threads = numbers.map("thread", n -> new Thread()).outputType(Thread.class);
        job.iterate("rank", threads, now -> now.filter("all", o -> true), Until.supersteps(2))
                .sink("out", new Discard<>());

        assertThatThrownBy(job::build)
                .isInstanceOf(InvalidJobException.class)
                .hasMessageContaining(
                        "step 'rank': its records, of java.lang.Thread, are stored behind each superstep and cannot be");
    }

    @Test
    void hasNoEventTimeInside() {
        assertProblem(
                now -> now.keyBy(n -> n % 2)
                        .window(Windows.tumbling(Duration.ofSeconds(1)))
                        .reduce("sum", Long::sum, (key, window, sum) -> sum),
                THREE,
                "step 'sum': it works by time, but its input from 'rank-start' has none");
    }

    @Test
    void knowsWindowsWithoutTimeInside() {
        job.iterate(
                        "rank",
                        numbers,
                        now -> now.keyBy(n -> n % 2)
                                .window(Windows.global(Trigger.everyRecords(1_000)))
                                .reduce("sum", Long::sum, (key, window, sum) -> sum),
                        THREE)
                .sink("out", new Discard<>());

        assertThat(Plan.of(job.build().graph()).iterations().get(0).keepers()).containsExactly("rank");
    }

    @Test
    void refusesNumbersOfSuperstepsBelowOne() {
        assertThatThrownBy(() -> Until.supersteps(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Until: 1 superstep or more expected, found 0");
    }

    private void assertProblem(UnaryOperator<Stream<Long>> superstep, Until<Long> until, String problem) {
        job.iterate("rank", numbers, superstep, until).sink("out", new Discard<>());

        assertThatThrownBy(job::build).isInstanceOf(InvalidJobException.class).hasMessageContaining(problem);
    }
}
