package io.kintsugi.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.testkit.JobTestDriver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class GatedSourceTest {
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);

    private final List<Long> read = new ArrayList<>();

    @Test
    void readsUpToItsGateAndGoesOnWhenThatIsOpened() {
        Gate gate = new Gate(1_000);

        try (JobTestDriver driver = JobTestDriver.start(job(gate))) {
            driver.run(LONG_ENOUGH);

            assertThat(read).containsExactlyInAnyOrderElementsOf(numbers(1_000));
            assertThat(gate.reached()).isGreaterThanOrEqualTo(1_000);

            gate.hold(Long.MAX_VALUE);
            driver.runToEnd(LONG_ENOUGH);

            assertThat(read).containsExactlyInAnyOrderElementsOf(numbers(5_000));
            assertThat(gate.read()).isEqualTo(5_000);
        }
    }

    @Test
    void countsWhatIsReadAgainOnce() {
        Gate gate = new Gate(1_000);

        gate.reach(0, 200, 100);
        gate.reach(1, 101, 50);
        gate.reach(0, 180, 90);

        assertThat(gate.read()).isEqualTo(150);
    }

    private Job job(Gate gate) {
        JobDraft draft = Job.named("gated");
        draft.source("numbers", new GatedSource<>(GeneratorSource.numbers().records(5_000), gate))
                .parallelism(2)
                .sink("read", context -> new SinkWriter<>() {
                    @Override
                    public void write(Long value, long timestamp) {
                        read.add(value);
                    }
                });
        return draft.build();
    }

    private static List<Long> numbers(int below) {
        return LongStream.range(0, below).boxed().toList();
    }
}
