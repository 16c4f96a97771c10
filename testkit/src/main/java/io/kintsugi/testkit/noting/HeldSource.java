package io.kintsugi.testkit.noting;

import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import org.jspecify.annotations.Nullable;

/**
 * Numbered records that come only as far as a test lets them: so a job cannot come to its end while the test still has
 * something to do with it, however slow the machine is.
 */
public record HeldSource<T>(Source<T, Long> source, Hold hold) implements Source<T, Long> {
    /** What the test lets through. Asked by the tasks' threads. */
    @FunctionalInterface
    public interface Hold {
        /** Records from this position on do not come yet; a batch may go a little beyond it. */
        long from();

        /** A reader has come this far. */
        default void reached(long position) {
            // Not every test wants to know.
        }
    }

    @Override
    public SourceReader<T, Long> reader(StepContext context) {
        return new Reader<>(hold, source.reader(context));
    }

    @Override
    public @Nullable Class<?> recordType() {
        return source.recordType();
    }

    @Override
    public Class<Long> positionType() {
        return Long.class;
    }

    @Override
    public boolean bounded() {
        return source.bounded();
    }

    @Override
    public boolean deterministic() {
        return source.deterministic();
    }

    private record Reader<T>(Hold hold, SourceReader<T, Long> reader) implements SourceReader<T, Long> {
        @Override
        public void open() throws Exception {
            reader.open();
        }

        @Override
        public ReadStatus read(SourceOutput<T> out, int limit, long nowNs) throws Exception {
            if (reader.position() >= hold.from()) {
                return ReadStatus.IDLE;
            }
            ReadStatus status = reader.read(out, limit, nowNs);
            hold.reached(reader.position());
            return status;
        }

        @Override
        public long idleNs() {
            return reader.idleNs();
        }

        @Override
        public Long position() {
            return reader.position();
        }

        @Override
        public void seek(Long position) {
            reader.seek(position);
        }

        @Override
        public void close() throws Exception {
            reader.close();
        }
    }
}
