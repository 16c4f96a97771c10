package io.kintsugi.testkit;

import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.function.WatermarkGenerator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The input of a harness: what was pushed so far, in order; read by one subtask in the thread of the test. */
final class HarnessScript<I> implements Source<I, Long> {
    private final Class<I> type;
    private final List<Move<I>> moves = new ArrayList<>();
    private long stored;
    private boolean ended;
    private long announced = Long.MIN_VALUE;

    /** @param value null for a watermark */
    private record Move<I>(@Nullable I value, long timestamp) {}

    HarnessScript(Class<I> type) {
        this.type = type;
    }

    void record(I value, long timestamp) {
        moves.add(new Move<>(value, timestamp));
    }

    void watermark(long timestamp) {
        moves.add(new Move<>(null, timestamp));
    }

    void end() {
        ended = true;
    }

    /** Takes out what was pushed after the position that was stored last. */
    void forgetBehindPosition() {
        moves.subList((int) stored, moves.size()).clear();
    }

    /** Tells what was announced by the moves that were read. */
    WatermarkGenerator<I> watermarks() {
        return new WatermarkGenerator<>() {
            @Override
            public void onRecord(I value, long timestamp) {
                // Only the test moves time.
            }

            @Override
            public long watermark() {
                return announced;
            }
        };
    }

    @Override
    public Class<?> recordType() {
        return type;
    }

    @Override
    public boolean bounded() {
        return true;
    }

    @Override
    public SourceReader<I, Long> reader(StepContext context) {
        announced = Long.MIN_VALUE;
        return new Reader();
    }

    private final class Reader implements SourceReader<I, Long> {
        private long next;

        /** One move at a time, so that a watermark stands where it was pushed. */
        @Override
        public ReadStatus read(SourceOutput<I> out, int limit, long nowNs) {
            if (next == moves.size()) {
                return ended ? ReadStatus.END : ReadStatus.IDLE;
            }
            Move<I> move = moves.get((int) next++);
            I value = move.value();
            if (value == null) {
                announced = Math.max(announced, move.timestamp());
            } else {
                out.emit(value, move.timestamp());
            }
            return ReadStatus.MORE;
        }

        /** Asked where state is stored, and nowhere else. */
        @Override
        public Long position() {
            stored = next;
            return next;
        }

        @Override
        public void seek(Long position) {
            next = position;
        }
    }
}
