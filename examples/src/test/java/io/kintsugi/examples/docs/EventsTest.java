package io.kintsugi.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.connectors.collect.Collected;
import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.function.ListStateSpec;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.testkit.JobTestDriver;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The code of writing-a-job.md about events. */
class EventsTest {
    record Reading(long sensor, double celsius) {}

    // doc: event-sender
    /** The sensor 0 is in ice water: what it reads is the error of all. */
    record Calibrated(double error) {}

    static final class Calibration implements ProcessFunction<Reading, Reading> {
        @Override
        public List<Class<?>> sendsEvents() {
            return List.of(Calibrated.class);
        }

        @Override
        public void process(Reading reading, ProcessContext context, Output<Reading> out) {
            if (reading.sensor() == 0) {
                context.send(new Calibrated(reading.celsius()));
            } else {
                out.emit(reading);
            }
        }
    }
    // end

    // doc: event-hearer
    static final class Correction implements ProcessFunction<Reading, Reading> {
        private static final ListStateSpec<Double> ERROR = ListStateSpec.of("error", Double.class);

        @Override
        public List<ListStateSpec<?>> states() {
            return List.of(ERROR);
        }

        @Override
        public void process(Reading reading, ProcessContext context, Output<Reading> out) {
            List<Double> error = context.state(ERROR).get();
            out.emit(error.isEmpty() ? reading : new Reading(reading.sensor(), reading.celsius() - error.get(0)));
        }

        @Override
        public void onEvent(Object event, ProcessContext context, Output<Reading> out) {
            if (event instanceof Calibrated calibrated) {
                context.state(ERROR).set(List.of(calibrated.error()));
            }
        }
    }
    // end

    @Test
    void correctsWhatComesBehindACalibration() {
        Collected<Reading> corrected = Collected.atMost(100);
        JobDraft job = Job.named("calibrated");
        job.source("read", GeneratorSource.of(i -> new Reading(i % 3, i)).records(6))
                .process("calibrate", Calibration::new)
                .rebalance()
                .process("correct", Correction::new)
                .parallelism(2)
                .sink("write", corrected.sink());
        try (JobTestDriver driver = JobTestDriver.start(job.build())) {
            driver.runToEnd(Duration.ofMinutes(1));
        }

        assertThat(corrected.records())
                .containsExactlyInAnyOrder(
                        new Reading(1, 1), new Reading(2, 2), new Reading(1, 4 - 3), new Reading(2, 5 - 3));
    }
}
