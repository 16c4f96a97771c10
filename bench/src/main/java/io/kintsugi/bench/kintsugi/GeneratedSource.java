package io.kintsugi.bench.kintsugi;

import io.kintsugi.bench.workload.Meter;
import io.kintsugi.bench.workload.Records;
import io.kintsugi.bench.workload.Split;
import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;

/** Reads one split a subtask. */
record GeneratedSource<T>(Records<T> from, long records) implements Source<T, Long> {
    @Override
    public SourceReader<T, Long> reader(StepContext context) {
        return new Reader<>(from, context.subtask(), records);
    }

    @Override
    public boolean bounded() {
        return true;
    }

    private static final class Reader<T> implements SourceReader<T, Long> {
        private final Records<T> from;
        private final int id;
        private final long records;
        private Split<T> split;
        private boolean started;

        Reader(Records<T> from, int id, long records) {
            this.from = from;
            this.id = id;
            this.records = records;
            this.split = new Split<>(from, id, records);
        }

        @Override
        public ReadStatus read(SourceOutput<T> out, int limit, long nowNs) {
            if (!started) {
                started = true;
                Meter.current().sourceStarted();
            }
            for (int i = 0; i < limit && !split.done(); i++) {
                T value = split.take();
                out.emit(value, from.timestampMs(value));
            }
            return split.done() ? ReadStatus.END : ReadStatus.MORE;
        }

        @Override
        public Long position() {
            return split.position();
        }

        @Override
        public void seek(Long position) {
            split = new Split<>(from, id, records, position);
        }
    }
}
