package io.kintsugi.bench.kintsugi;

import io.kintsugi.bench.workload.EndingSink;
import io.kintsugi.core.function.SinkWriter;

/** Kintsugi's coat around the sink of a workload. */
record EndingWriter<T>(EndingSink<T> sink) implements SinkWriter<T> {
    @Override
    public void write(T value, long timestamp) {
        sink.accept(value);
    }

    @Override
    public void close() {
        sink.end();
    }
}
