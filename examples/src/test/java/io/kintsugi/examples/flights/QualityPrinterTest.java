package io.kintsugi.examples.flights;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.model.JobId;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class QualityPrinterTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final SinkWriter<PassQuality> writer = QualityPrinter.to(
                    new PrintStream(bytes, true, StandardCharsets.UTF_8))
            .writer(new Report1());

    @Test
    void printsTheNewestReportOnlyAtAFlush() throws Exception {
        writer.write(new PassQuality(1, 1_000, 200, 0.51, 0.6, false), 0);
        writer.write(new PassQuality(1, 20_000, 4_349, 0.6242, 0.50123, true), 0);
        assertThat(printed()).isEmpty();

        writer.flush();

        assertThat(printed())
                .isEqualTo("report[1] pass 1 (the test): 20,000 flights, AUC 0.624, log-loss 0.5012%n".formatted());
    }

    @Test
    void printsNothingTwice() throws Exception {
        writer.write(new PassQuality(2, 1_000, 200, 0.76, 0.4, false), 0);
        writer.flush();
        String once = printed();

        writer.flush();

        assertThat(printed()).isEqualTo(once).contains("pass 2 (replayed rows)");
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private record Report1() implements StepContext {
        @Override
        public JobId job() {
            return new JobId("flights", 1);
        }

        @Override
        public boolean checkpointed() {
            return false;
        }

        @Override
        public String step() {
            return "report";
        }

        @Override
        public int subtask() {
            return 1;
        }

        @Override
        public int parallelism() {
            return 2;
        }

        @Override
        public int attempt() {
            return 1;
        }
    }
}
