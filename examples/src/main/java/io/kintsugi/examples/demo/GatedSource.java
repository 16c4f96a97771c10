package io.kintsugi.examples.demo;

import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import org.jspecify.annotations.Nullable;

/** A source whose readers share out numbered records in turns, and wait at a gate. */
record GatedSource<T>(Source<T, Long> source, Gate gate) implements Source<T, Long> {
    @Override
    public SourceReader<T, Long> reader(StepContext context) {
        return new Reader<>(source.reader(context), gate, context.subtask(), context.parallelism());
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

    /** @param step from one record of the reader to the next */
    private record Reader<T>(SourceReader<T, Long> reader, Gate gate, int subtask, int step)
            implements SourceReader<T, Long> {
        @Override
        public void open() throws Exception {
            reader.open();
        }

        @Override
        public ReadStatus read(SourceOutput<T> out, int limit, long nowNs) throws Exception {
            long ahead = gate.held() - reader.position();
            if (ahead <= 0) {
                return ReadStatus.IDLE;
            }
            ReadStatus status = reader.read(out, (int) Math.min(limit, Math.max(1, ahead / step)), nowNs);
            long position = reader.position();
            gate.reach(subtask, position, (position - subtask) / step);
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
