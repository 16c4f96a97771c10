package io.kintsugi.bench.flink;

import io.kintsugi.bench.workload.Out;
import io.kintsugi.bench.workload.SumsSink;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** Flink's coat around {@link SumsSink}. */
final class SummingSink implements Sink<Out> {
    @Override
    public SinkWriter<Out> createWriter(WriterInitContext context) {
        return new Writer();
    }

    private static final class Writer implements SinkWriter<Out> {
        private final SumsSink sink = new SumsSink();

        @Override
        public void write(Out out, Context context) {
            sink.accept(out);
        }

        @Override
        public void flush(boolean endOfInput) {
            if (endOfInput) {
                sink.end();
            }
        }

        @Override
        public void close() {}
    }
}
