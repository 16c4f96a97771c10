package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.function.Output;

/**
 * Collects what a function emits and pushes it on in batches. While the next stage is suspended, the rest of the current
 * call is collected beside; the caller looks at {@link #suspended} between records, so that is at most what one call emits.
 */
final class Emitter implements Output<Object> {
    private final Stage next;
    private final int batchRecords;
    private final Pulse pulse;
    private Batch out;
    private Batch aside;
    private boolean suspended;
    private long timestamp = Batch.NO_TIMESTAMP;

    Emitter(Stage next, int batchRecords, Pulse pulse) {
        this.next = next;
        this.batchRecords = batchRecords;
        this.pulse = pulse;
        this.out = new Batch(batchRecords);
        this.aside = new Batch(1);
    }

    /** Timestamp that records get which are emitted without one. */
    void timestamp(long value) {
        timestamp = value;
    }

    boolean suspended() {
        return suspended;
    }

    @Override
    public void emit(Object value) {
        emit(value, timestamp);
    }

    @Override
    public void emit(Object value, long time) {
        pulse.beat();
        if (suspended) {
            aside.add(value, time);
            return;
        }
        out.add(value, time);
        if (out.count() >= batchRecords) {
            flush();
        }
    }

    /** Pushes what was collected; false when the next stage did not finish it. */
    boolean flush() {
        if (!suspended && !out.isEmpty()) {
            finish(next.push(out));
        }
        return !suspended;
    }

    /** Goes on after a suspension, with what was collected aside; true when nothing is left over. */
    boolean resume() {
        finish(next.resume());
        if (suspended) {
            return false;
        }
        Batch emptied = out;
        out = aside;
        aside = emptied;
        return flush();
    }

    private void finish(boolean done) {
        suspended = !done;
        if (done) {
            out.clear();
        }
    }
}
