package io.kintsugi.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.connectors.collect.Collected;
import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.testkit.JobTestDriver;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Runs what docs/state.md shows. */
class StateTest {
    record Click(String visitor, String page, double seconds) {
        static Click number(long index) {
            return new Click("v" + index % 2, "p" + index % 6, index);
        }
    }

    record Visitor(String name, long clicks, int pages) {}

    private final JobDraft job = Job.named("state").checkpointed(Duration.ofSeconds(1));
    private final GeneratorSource<Click> source =
            GeneratorSource.of(Click::number).records(12);

    @Test
    void countsClicksAndPages() {
        Collected<Visitor> visitors = Collected.atMost(100);
        job.source("read", source)
                .keyBy(Click::visitor)
                .process("visits", Visits::new)
                .sink("write", visitors.sink());
        run();

        assertThat(visitors.records()).contains(new Visitor("v0", 6, 3), new Visitor("v1", 6, 3));
    }

    @Test
    void learnsInPlace() {
        Collected<Double> means = Collected.atMost(100);
        job.source("read", source)
                .keyBy(Click::page)
                .process("mean", OnlineMean::new)
                .sink("write", means.sink());
        run();

        assertThat(means.records()).contains(8.0, 3.0);
    }

    private void run() {
        try (JobTestDriver driver = JobTestDriver.start(job.build())) {
            driver.runToEnd(Duration.ofMinutes(1));
        }
    }
}
