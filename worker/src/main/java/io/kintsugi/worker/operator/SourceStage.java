package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import org.jspecify.annotations.Nullable;

/** The head of a chain that reads: pulls a batch from the reader and pushes it on. */
final class SourceStage extends BatchStage implements SourceOutput<Object> {
    private static final long IDLE_NS_MAX = 1_000_000_000L;

    private final String step;
    private final SourceReader<Object, Object> reader;
    private final @Nullable EventTimeStage eventTime;
    private final int batchRecords;
    private final RecordCount read;
    private ReadStatus status = ReadStatus.MORE;

    SourceStage(String step, SourceReader<Object, Object> reader, Stage next, int batchRecords, RecordCount read) {
        super(next, batchRecords);
        this.step = step;
        this.reader = reader;
        this.eventTime = next instanceof EventTimeStage behind ? behind : null;
        this.batchRecords = batchRecords;
        this.read = read;
    }

    boolean read(long nowNs) {
        try {
            status = reader.read(this, batchRecords, nowNs);
        } catch (Exception e) {
            throw new StepFailedException(step, "read", e);
        }
        read.add(out.count());
        boolean empty = out.isEmpty();
        return pushOut() && (eventTime == null || eventTime.advance(empty, nowNs));
    }

    /** Sends the watermark of all that was read, if it is not out yet; false when suspended. */
    boolean tellTime() {
        return eventTime == null || eventTime.pushWatermark();
    }

    ReadStatus status() {
        return status;
    }

    long watermark() {
        return eventTime == null ? Long.MIN_VALUE : eventTime.watermark();
    }

    long idleNs() {
        return Math.max(0, Math.min(IDLE_NS_MAX, reader.idleNs()));
    }

    @Override
    public void emit(Object value) {
        out.add(value, Batch.NO_TIMESTAMP);
    }

    @Override
    public void emit(Object value, long timestamp) {
        out.add(value, timestamp);
    }

    @Override
    public boolean push(Batch batch) {
        throw new IllegalStateException("step '" + step + "' is a source: nothing is pushed into it");
    }

    @Override
    public void open() {
        Guard.run(step, "open", reader::open);
    }

    @Override
    public void close() {
        Guard.run(step, "close", reader::close);
    }
}
