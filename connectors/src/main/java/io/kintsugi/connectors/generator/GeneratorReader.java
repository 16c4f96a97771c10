package io.kintsugi.connectors.generator;

import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;

/** One subtask's share of a {@link GeneratorSource}; its position is the index of the next record. */
final class GeneratorReader<T> implements SourceReader<T, Long> {
    private final GeneratorFunction<T> function;
    private final int stride;
    private final long end;
    private final Pace pace;
    private long next;

    /** @param end index behind the last record of all subtasks */
    GeneratorReader(GeneratorFunction<T> function, int subtask, int stride, long end, Pace pace) {
        this.function = function;
        this.stride = stride;
        this.end = end;
        this.pace = pace;
        this.next = subtask;
    }

    @Override
    public ReadStatus read(SourceOutput<T> out, int limit, long nowNs) throws Exception {
        if (atEnd()) {
            return ReadStatus.END;
        }
        int due = pace.due(limit, nowNs);
        int emitted = 0;
        while (emitted < due && !atEnd()) {
            out.emit(function.record(next));
            next += stride;
            emitted++;
        }
        pace.emitted(emitted);
        if (atEnd()) {
            return ReadStatus.END;
        }
        return due < limit ? ReadStatus.IDLE : ReadStatus.MORE;
    }

    @Override
    public long idleNs() {
        return pace.idleNs();
    }

    @Override
    public Long position() {
        return next;
    }

    @Override
    public void seek(Long position) {
        next = position;
    }

    /** Below 0 after the last index that a long can count to. */
    private boolean atEnd() {
        return next >= end || next < 0;
    }
}
