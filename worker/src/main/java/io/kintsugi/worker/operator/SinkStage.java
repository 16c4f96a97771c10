package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.function.SinkWriter;

/** The end of a chain that leaves the system. Flushes at the end of the input, and in between when something was written. */
final class SinkStage implements Stage {
    private final String step;
    private final SinkWriter<Object> writer;
    private final long flushNs;
    private final RecordCount written;
    private boolean dirty;
    private long flushedNs;

    SinkStage(String step, SinkWriter<Object> writer, long flushNs, RecordCount written) {
        this.step = step;
        this.writer = writer;
        this.flushNs = flushNs;
        this.written = written;
    }

    @Override
    public boolean push(Batch batch) {
        int count = batch.count();
        try {
            for (int i = 0; i < count; i++) {
                writer.write(batch.value(i), batch.timestamp(i));
            }
        } catch (Exception e) {
            throw new StepFailedException(step, "write", e);
        }
        written.add(count);
        dirty = true;
        return true;
    }

    @Override
    public boolean push(ControlElement element) {
        if (element instanceof EndOfInput) {
            flush();
        }
        return true;
    }

    @Override
    public boolean resume() {
        return true;
    }

    @Override
    public void open() {
        Guard.run(step, "open", writer::open);
    }

    @Override
    public void tick(long nowNs) {
        if (dirty && nowNs - flushedNs >= flushNs) {
            flush();
            flushedNs = nowNs;
        }
    }

    @Override
    public void close() {
        Guard.run(step, "close", writer::close);
    }

    private void flush() {
        Guard.run(step, "flush", writer::flush);
        dirty = false;
    }
}
