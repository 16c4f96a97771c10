package io.kintsugi.bench.flink;

import io.kintsugi.bench.workload.EndingSink;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.util.function.SerializableSupplier;

/** Flink's coat around the sink of a workload. */
final class MeteredSink<T> implements Sink<T> {
    private final SerializableSupplier<EndingSink<T>> sinks;

    MeteredSink(SerializableSupplier<EndingSink<T>> sinks) {
        this.sinks = sinks;
    }

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) {
        return new Writer<>(sinks.get());
    }

    private record Writer<T>(EndingSink<T> sink) implements SinkWriter<T> {
        @Override
        public void write(T value, Context context) {
            sink.accept(value);
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
