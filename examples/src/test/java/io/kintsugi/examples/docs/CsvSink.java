package io.kintsugi.examples.docs;

import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.StepContext;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

// doc: sink
/** Writes one file per subtask. The step has to be blocking(). */
final class CsvSink implements Sink<Long> {
    private final Path folder;

    CsvSink(Path folder) {
        this.folder = folder;
    }

    @Override
    public SinkWriter<Long> writer(StepContext context) {
        Path file = folder.resolve("%s-%d.csv".formatted(context.step(), context.subtask()));
        return new SinkWriter<>() {
            private @Nullable BufferedWriter out;

            @Override
            public void open() throws IOException {
                out = Files.newBufferedWriter(file);
            }

            @Override
            public void write(Long value, long timestamp) throws IOException {
                out.write(value + "\n");
            }

            @Override
            public void flush() throws IOException {
                out.flush();
            }

            @Override
            public void close() throws IOException {
                if (out != null) { // open may have failed
                    out.close();
                }
            }
        };
    }
}
// end
