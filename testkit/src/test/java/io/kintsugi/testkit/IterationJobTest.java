package io.kintsugi.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.connectors.collect.Collected;
import io.kintsugi.core.function.Until;
import io.kintsugi.testkit.ComponentsJob.Label;
import java.time.Duration;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs with supersteps, in the test driver. */
final class IterationJobTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Until<Label> NO_NEWS =
            Until.<Label>sumAtMost(0, label -> label.news() ? 1 : 0).orSupersteps(100);

    private final ComponentsJob graph = new ComponentsJob(7, 60);
    private final Collected<Label> found = Collected.atMost(1_000);
    private final TreeSet<Integer> supersteps = new TreeSet<>();

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void goesOnUntilNobodyLearnsAnythingNew(int parallelism) {
        run(parallelism, NO_NEWS);

        assertThat(ComponentsJob.byVertex(found.records())).isEqualTo(graph.expected());
        assertThat(supersteps).hasSizeBetween(5, 60).first().isEqualTo(1);
        assertThat(supersteps.last()).isEqualTo(supersteps.size());
    }

    @Test
    void endsAtTheMaximumWithWhatItHas() {
        run(2, Until.supersteps(3));

        assertThat(supersteps).containsExactly(1, 2, 3);
        assertThat(ComponentsJob.byVertex(found.records()))
                .hasSize(60)
                .isNotEqualTo(graph.expected())
                .allSatisfy(
                        (vertex, component) -> assertThat(vertex - component).isBetween(0L, 9L));
    }

    private void run(int parallelism, Until<Label> until) {
        try (JobTestDriver driver = JobTestDriver.start(
                graph.job(parallelism, until, found.sink(), context -> supersteps.add(context.superstep())))) {
            driver.runToEnd(LIMIT);
        }
    }
}
