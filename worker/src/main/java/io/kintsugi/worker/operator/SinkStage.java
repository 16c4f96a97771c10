package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.element.UserEvent;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.TwoPhaseSinkWriter;
import io.kintsugi.worker.state.TaskCapture;
import io.kintsugi.worker.state.TaskRestore;
import org.jspecify.annotations.Nullable;

/** The end of a chain that leaves the system. Flushes at the end of the input, and in between when something was written. */
final class SinkStage implements Stage {
    private final String step;
    private final SinkWriter<Object> writer;
    private final long flushNs;
    private final RecordCount written;
    private final Pulse pulse;
    private final @Nullable PreparedParts parts;
    private boolean dirty;
    private long flushedNs;

    @SuppressWarnings("unchecked") // What a writer has prepared is given back to it alone.
    SinkStage(String step, SinkWriter<Object> writer, ChainSpec spec, RecordCount written) {
        this.step = step;
        this.writer = writer;
        this.flushNs = spec.limits().sinkFlushNs();
        this.written = written;
        this.pulse = spec.pulse();
        this.parts = writer instanceof TwoPhaseSinkWriter<?, ?> twoPhase
                ? new PreparedParts(step, (TwoPhaseSinkWriter<Object, Object>) twoPhase, spec)
                : null;
    }

    @Override
    public boolean push(Batch batch) {
        int count = batch.count();
        try {
            for (int i = 0; i < count; i++) {
                pulse.beat();
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
            if (parts == null) {
                flush();
            } else {
                parts.end();
            }
        } else if (element instanceof UserEvent event) {
            Guard.run(step, "onEvent", () -> writer.onEvent(event.value()));
            dirty = true; // It may have written.
        }
        return true;
    }

    @Override
    public boolean resume() {
        return true;
    }

    @Override
    public void restore(TaskRestore restore) {
        if (parts != null) {
            parts.restore(restore);
        }
    }

    /** Whether it prepares first and commits later. */
    boolean prepares() {
        return parts != null;
    }

    boolean isFlushed() {
        return !dirty;
    }

    /** Commits what is due of what was restored; called before {@link #open}, and alone where nothing more will be written. */
    void recover() {
        if (parts != null) {
            parts.recover();
        }
    }

    @Override
    public void open() {
        recover();
        Guard.run(step, "open", writer::open);
    }

    /** Without two phases a record may appear twice, and none is lost. */
    @Override
    public void prepare(long checkpoint) {
        if (parts != null) {
            parts.prepare(checkpoint);
        } else if (dirty) {
            flush();
        }
    }

    @Override
    public void capture(TaskCapture capture) {
        if (parts != null) {
            parts.capture(capture);
        }
    }

    @Override
    public void complete(long checkpoint) {
        if (parts != null) {
            parts.complete(checkpoint);
        }
    }

    @Override
    public void tick(long nowNs) {
        if (dirty && parts == null && nowNs - flushedNs >= flushNs) {
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
