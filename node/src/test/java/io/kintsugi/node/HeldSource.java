package io.kintsugi.node;

import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Numbered records of which the second half comes only when the test lets it: so a job cannot come to its end while the
 * test still has something to do with it, however slow the machine is.
 */
record HeldSource<T>(Source<T, Long> source, long heldFrom, AtomicBoolean released) implements Source<T, Long> {
    @Override
    public SourceReader<T, Long> reader(StepContext context) {
        return new Reader<>(this, source.reader(context));
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

    private record Reader<T>(HeldSource<T> held, SourceReader<T, Long> reader) implements SourceReader<T, Long> {
        @Override
        public void open() throws Exception {
            reader.open();
        }

        @Override
        public ReadStatus read(SourceOutput<T> out, int limit, long nowNs) throws Exception {
            boolean waits =
                    reader.position() >= held.heldFrom() && !held.released().get();
            return waits ? ReadStatus.IDLE : reader.read(out, limit, nowNs);
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
