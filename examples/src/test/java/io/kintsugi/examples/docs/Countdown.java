package io.kintsugi.examples.docs;

import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;

// doc: source
/** Emits n, n - 1, ... 1, in each subtask. */
final class Countdown implements Source<Long, Long> {
    private final long from;

    Countdown(long from) {
        this.from = from;
    }

    @Override
    public SourceReader<Long, Long> reader(StepContext context) {
        return new Reader(from);
    }

    @Override
    public boolean bounded() {
        return true;
    }

    private static final class Reader implements SourceReader<Long, Long> {
        private long next;

        Reader(long from) {
            next = from;
        }

        @Override
        public ReadStatus read(SourceOutput<Long> out, int limit, long nowNs) {
            for (int i = 0; i < limit && next > 0; i++) {
                out.emit(next--);
            }
            return next > 0 ? ReadStatus.MORE : ReadStatus.END;
        }

        @Override
        public Long position() {
            return next; // Enough to go on from here, also in another process.
        }

        @Override
        public void seek(Long position) {
            next = position;
        }
    }
}
// end
