package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.core.function.Timer;
import io.kintsugi.core.graph.LateSides;
import io.kintsugi.core.graph.WindowSpec;
import io.kintsugi.core.window.Firing;
import io.kintsugi.core.window.Trigger;
import io.kintsugi.core.window.Window;
import io.kintsugi.worker.state.KeyPanes;
import io.kintsugi.worker.state.PaneTable;
import org.jspecify.annotations.Nullable;

/** What all kinds of windows have in common: panes by key, late records, results and the trigger by the clock. */
abstract class WindowStage extends KeyedStage {
    private final InputKeys keys;
    private final WindowValues values;
    static final String PANES = "windows";

    private final PaneTable table;
    private final long latenessMs;
    private final LateSides lateSides;
    private final @Nullable Trigger trigger;
    private final RecordCount late;

    /** What every window step has. */
    record WindowParts(InputKeys keys, WindowValues values, RecordCount late, Parts keyed) {}

    /** @param trigger what makes windows speak early, or null */
    WindowStage(WindowSpec spec, @Nullable Trigger trigger, WindowParts parts) {
        super(parts.keyed());
        this.table = state().panes(PANES);
        this.keys = parts.keys();
        this.values = parts.values();
        this.late = parts.late();
        this.latenessMs = spec.latenessMs();
        this.lateSides = spec.late();
        this.trigger = trigger;
    }

    /** Adds a record of the current key; false for one that is late. */
    abstract boolean add(Object currentKey, Object value, long timestamp) throws Exception;

    /** Event time has come to a timer that this stage has set. */
    abstract void reached(Object currentKey, KeyPanes panes, long timestamp) throws Exception;

    /** Tells what has changed; true while there is something that may still change. */
    abstract boolean tellEarly(Object currentKey, KeyPanes panes) throws Exception;

    @Override
    public final void port(int port) {
        keys.port(port);
    }

    @Override
    final void apply(Object value, long timestamp, Emitters out) throws Exception {
        Object current = keys.key(value);
        key(current);
        context().timestamp(timestamp);
        if (!add(current, values.of(keys.port(), value), timestamp)) {
            late(value, timestamp);
        }
    }

    @Override
    final void onTimer(Object current, Timer.Kind kind, long timestamp) throws Exception {
        KeyPanes panes = table.find();
        if (panes == null) {
            return;
        }
        if (kind == Timer.Kind.EVENT_TIME) {
            reached(current, panes, timestamp);
            table.removeIfEmpty();
        } else if (tellEarly(current, panes)) {
            setClock();
        } else {
            table.removeIfEmpty();
        }
    }

    /** Windows set timers only for what they hold, and that gets less. */
    @Override
    final boolean timersEndThemselves() {
        return true;
    }

    final PaneTable table() {
        return table;
    }

    final WindowValues values() {
        return values;
    }

    final long watermark() {
        return context().watermark();
    }

    final long early() {
        return trigger == null ? 0 : trigger.records();
    }

    final void requireTimestamp(long timestamp) {
        if (timestamp == Batch.NO_TIMESTAMP) {
            throw new IllegalStateException("step '" + step() + "': a record has no timestamp and cannot be put into a"
                    + " window by time: give its source .timestamps(...)");
        }
    }

    /** When a window that ends then is forgotten. */
    final long expiry(long end) {
        return end > Long.MAX_VALUE - latenessMs ? Long.MAX_VALUE : end + latenessMs;
    }

    private void late(Object value, long timestamp) {
        late.add(1);
        SideOutput<?> side = lateSides.of(keys.port());
        if (side != null) {
            emitters().side(side, value, timestamp);
        }
    }

    /** A new pane of the current key: the trigger by the clock has to look at it. */
    final void setClock() {
        if (trigger != null && trigger.intervalMs() > 0) {
            long interval = trigger.intervalMs();
            timers().atProcessingTime((Math.floorDiv(timers().processingTime(), interval) + 1) * interval);
        }
    }

    /** Emits the result of a window, with its last millisecond as timestamp. */
    final void emit(Object current, long start, long end, Firing firing, Object contents) throws Exception {
        emit(current, new Window(start, end, firing), contents, end - 1);
    }

    final void emit(Object current, Window window, Object contents, long timestamp) throws Exception {
        context().timestamp(timestamp);
        emitters().timestamp(timestamp);
        values.emit(current, window, contents, context(), emitters());
    }

    @Override
    final void finish(Emitters out) {
        // All windows have spoken: event time has come to its end before.
    }

    @Override
    public final void open() {
        Guard.run(step(), "open", () -> values.open(context()));
    }

    @Override
    public final void begin() {
        Guard.run(step(), "begin", () -> values.begin(context()));
    }

    @Override
    public final void close() {
        Guard.run(step(), "close", values::close);
    }
}
