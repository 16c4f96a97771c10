package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.Element;
import io.kintsugi.core.element.UserEvent;
import io.kintsugi.core.function.Output;
import java.util.ArrayDeque;

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
    /** Events that were sent while the next stage was suspended, and what was emitted before them; usually nothing. */
    private final ArrayDeque<Element> later = new ArrayDeque<>(0);

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

    /** Sends an event behind all that was emitted. */
    void send(UserEvent event) {
        pulse.beat();
        if (flush()) {
            finish(next.push(event));
            return;
        }
        if (!aside.isEmpty()) {
            later.add(aside);
            aside = new Batch(1);
        }
        later.add(event);
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
        while (!suspended && !later.isEmpty()) {
            Element element = later.remove();
            finish(element instanceof Batch batch ? next.push(batch) : next.push((ControlElement) element));
        }
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
