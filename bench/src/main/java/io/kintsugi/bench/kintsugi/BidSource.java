package io.kintsugi.bench.kintsugi;

import io.kintsugi.bench.workload.Bid;
import io.kintsugi.bench.workload.Meter;
import io.kintsugi.bench.workload.Split;
import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;

/** Reads one split a subtask. */
record BidSource(long records) implements Source<Bid, Long> {
    @Override
    public SourceReader<Bid, Long> reader(StepContext context) {
        return new Reader(context.subtask(), records);
    }

    @Override
    public boolean bounded() {
        return true;
    }

    private static final class Reader implements SourceReader<Bid, Long> {
        private final int id;
        private final long records;
        private Split split;
        private boolean started;

        Reader(int id, long records) {
            this.id = id;
            this.records = records;
            this.split = new Split(id, records);
        }

        @Override
        public ReadStatus read(SourceOutput<Bid> out, int limit, long nowNs) {
            if (!started) {
                started = true;
                Meter.current().sourceStarted();
            }
            for (int i = 0; i < limit && !split.done(); i++) {
                Bid bid = split.take();
                out.emit(bid, bid.timestampMs);
            }
            return split.done() ? ReadStatus.END : ReadStatus.MORE;
        }

        @Override
        public Long position() {
            return split.position();
        }

        @Override
        public void seek(Long position) {
            split = new Split(id, records, position);
        }
    }
}
