package io.kintsugi.bench.kintsugi;

import io.kintsugi.bench.recovery.PacedSplit;
import io.kintsugi.bench.workload.Bid;
import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;

/** Reads one split a subtask, each bid when it is due. */
record PacedBidSource() implements Source<Bid, Long> {
    @Override
    public SourceReader<Bid, Long> reader(StepContext context) {
        return new Reader(context.subtask());
    }

    @Override
    public boolean bounded() {
        return true;
    }

    private static final class Reader implements SourceReader<Bid, Long> {
        private PacedSplit split;

        Reader(int id) {
            split = PacedSplit.of(id);
        }

        @Override
        public ReadStatus read(SourceOutput<Bid> out, int limit, long nowNs) {
            for (int i = 0; i < limit && !split.done(); i++) {
                if (split.waitNs() > 0) {
                    return ReadStatus.IDLE;
                }
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
            split = PacedSplit.at(split.id(), position);
        }
    }
}
