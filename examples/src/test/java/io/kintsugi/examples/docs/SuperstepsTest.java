package io.kintsugi.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kintsugi.connectors.collect.Collected;
import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.function.Until;
import io.kintsugi.core.graph.ExecutionMode;
import io.kintsugi.testkit.JobTestDriver;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Runs what docs/batch.md shows. */
class SuperstepsTest {
    /** A number and a guess at its square root. */
    record Root(double of, double guess, double change) {
        Root better() {
            double next = (guess + of / guess) / 2;
            return new Root(of, next, Math.abs(next - guess));
        }
    }

    @Test
    void findsSquareRootsByNewtonsMethod() {
        Collected<Root> found = Collected.atMost(100);
        GeneratorSource<Root> numbers =
                GeneratorSource.of(Root.class, n -> new Root(n + 1, n + 1, 0)).records(100);

        // doc: supersteps
        JobDraft job = Job.named("roots").mode(ExecutionMode.BATCH);
        Stream<Root> roots = job.iterate(
                "newton",
                job.source("numbers", numbers),
                guesses -> guesses.map("better", Root::better),
                Until.sumAtMost(1e-9, Root::change).orSupersteps(50));
        roots.sink("write", found.sink());
        // end
        try (JobTestDriver driver = JobTestDriver.start(job.build())) {
            driver.runToEnd(Duration.ofMinutes(1));
        }

        assertThat(found.records())
                .hasSize(100)
                .allSatisfy(root -> assertThat(root.guess()).isCloseTo(Math.sqrt(root.of()), within(1e-9)));
    }
}
