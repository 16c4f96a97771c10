package io.kintsugi.bench.flink;

import io.kintsugi.bench.workload.Bid;
import io.kintsugi.bench.workload.CountSink;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** Flink's coat around {@link CountSink}. */
final class CountingSink implements Sink<Bid> {
    @Override
    public SinkWriter<Bid> createWriter(WriterInitContext context) {
        return new Writer();
    }

    private static final class Writer implements SinkWriter<Bid> {
        private final CountSink sink = new CountSink();

        @Override
        public void write(Bid bid, Context context) {
            sink.accept(bid);
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
