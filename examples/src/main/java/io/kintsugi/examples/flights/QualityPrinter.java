package io.kintsugi.examples.flights;

import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.StepContext;
import java.io.PrintStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Prints the newest report whenever the sink is flushed: about once a second, whatever the rate, and at the end. */
final class QualityPrinter implements Sink<PassQuality> {
    private final PrintStream stream;

    private QualityPrinter(PrintStream stream) {
        this.stream = stream;
    }

    /** Prints where the standard output of the worker's process goes. */
    static QualityPrinter toStandardOutput() {
        return to(System.out);
    }

    static QualityPrinter to(PrintStream stream) {
        return new QualityPrinter(stream);
    }

    @Override
    public SinkWriter<PassQuality> writer(StepContext context) {
        return new Writer(context.step() + "[" + context.subtask() + "]");
    }

    private final class Writer implements SinkWriter<PassQuality> {
        private final String prefix;
        private @Nullable PassQuality newest;

        private Writer(String prefix) {
            this.prefix = prefix;
        }

        @Override
        public void write(PassQuality report, long timestamp) {
            newest = report;
        }

        @Override
        public void flush() {
            if (newest != null) {
                stream.println(prefix + " " + line(newest));
                newest = null;
            }
        }
    }

    private static String line(PassQuality report) {
        return String.format(
                Locale.ROOT,
                "pass %d%s: %,d flights, AUC %.3f, log-loss %.4f",
                report.pass(),
                report.pass() == 1 ? " (the test)" : " (replayed rows)",
                report.records(),
                report.auc(),
                report.logLoss());
    }
}
