package io.kintsugi.connectors.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.connectors.Subtask;
import io.kintsugi.core.function.SinkWriter;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class PrintSinkTest {
    @Test
    void printsALineWithTheNameOfTheTask() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(bytes, false, StandardCharsets.UTF_8);
        SinkWriter<Object> writer = PrintSink.to(stream).writer(new Subtask("out", 1, 2, 1));

        writer.write(42, 0);
        writer.flush();

        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualToIgnoringNewLines("out[1]> 42\n");
    }
}
