package io.kintsugi.connectors.console;

import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.StepContext;
import java.io.PrintStream;

/**
 * Prints each record on a line, {@code out[1]> record}. For a look at a job: a terminal that is not read makes the job
 * slow, so the step that prints should be {@code blocking()}.
 */
public final class PrintSink<T> implements Sink<T> {
    private final PrintStream stream;

    private PrintSink(PrintStream stream) {
        this.stream = stream;
    }

    /** Prints to the standard output of whichever process the task runs in. */
    public static <T> PrintSink<T> toStandardOutput() {
        return new PrintSink<>(System.out);
    }

    public static <T> PrintSink<T> to(PrintStream stream) {
        return new PrintSink<>(stream);
    }

    @Override
    public SinkWriter<T> writer(StepContext context) {
        String prefix = "%s[%d]> ".formatted(context.step(), context.subtask());
        return new SinkWriter<>() {
            @Override
            public void write(T value, long timestamp) {
                stream.println(prefix + value);
            }

            @Override
            public void flush() {
                stream.flush();
            }
        };
    }
}
