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
    private final List<Class<?>> events;
    private final List<Move<I>> moves = new ArrayList<>();
    private long stored;
    private boolean ended;
    private long announced = Long.MIN_VALUE;

    /**
     * @param value null for a watermark, and for an event
     * @param event null for anything else
     */
    private record Move<I>(@Nullable I value, @Nullable Object event, long timestamp) {}

    HarnessScript(Class<I> type, List<Class<?>> events) {
        this.type = type;
        this.events = List.copyOf(events);
    }

    void record(I value, long timestamp) {
        moves.add(new Move<>(value, null, timestamp));
    }

    void watermark(long timestamp) {
        moves.add(new Move<>(null, null, timestamp));
    }

    void event(Object event) {
        moves.add(new Move<>(null, event, Long.MIN_VALUE));
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
    public List<Class<?>> sendsEvents() {
        return events;
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
            if (move.event() != null) {
                out.send(move.event());
            } else if (value == null) {
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
