package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ClockTick;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.element.KeyTime;
import io.kintsugi.core.function.Timer;
import io.kintsugi.worker.state.KeyedState;
import io.kintsugi.worker.state.TaskCapture;
import io.kintsugi.worker.state.TaskRestore;
import io.kintsugi.worker.state.TimerQueue;

/** A stage that works by key: state and timers are those of the current key. */
abstract class KeyedStage extends FunctionStage {
    private final StageContext context;
    private final KeyedState state;
    private final KeyTimers timers;
    private long orderAtEnd = Long.MAX_VALUE;

    /** What every stage that works by key has. */
    record Parts(StageContext context, KeyedState state, KeyTimers timers, Emitters emitters) {}

    KeyedStage(Parts parts) {
        super(parts.context().step(), parts.emitters());
        this.context = parts.context();
        this.state = parts.state();
        this.timers = parts.timers();
    }

    /** Called for each timer that comes due. */
    abstract void onTimer(Object key, Timer.Kind kind, long timestamp) throws Exception;

    /** Whether timers that are set while the last ones come due still come due themselves. */
    abstract boolean timersEndThemselves();

    /** Whether what it keeps by key in batch mode outlives the records of the key. */
    boolean keepsKeys() {
        return false;
    }

    final StageContext context() {
        return context;
    }

    final KeyedState state() {
        return state;
    }

    final KeyTimers timers() {
        return timers;
    }

    /** Makes {@code key} the current one. */
    final void key(Object key) {
        state.key(key);
        timers.key(key);
    }

    final void noKey() {
        state.noKey();
        timers.noKey();
    }

    @Override
    final void reach(ControlElement element) {
        if (element.equals(KeyTime.BEGIN)) {
            forget();
        }
        context.reach(element);
        if ((element instanceof EndOfInput || element.equals(KeyTime.END)) && !timersEndThemselves()) {
            orderAtEnd = timers.eventTime().nextOrder();
        }
    }

    /** All keys so far: none of them comes again, unless in another superstep. */
    private void forget() {
        if (keepsKeys()) {
            state.clearTimers();
        } else {
            state.clear();
        }
        orderAtEnd = Long.MAX_VALUE;
    }

    @Override
    final boolean fireNext(ControlElement element) throws Exception {
        boolean byClock = element instanceof ClockTick;
        TimerQueue.Entry due = byClock
                ? timers.byClock().pollDue(((ClockTick) element).epochMs())
                : timers.eventTime().pollDue(context.watermark(), orderAtEnd);
        if (due == null) {
            return false;
        }
        boolean hasTime = !byClock && due.timestamp() != Long.MAX_VALUE; // The end of all time is no time of a record.
        long timestamp = hasTime ? due.timestamp() : Batch.NO_TIMESTAMP;
        key(due.key());
        context.timestamp(timestamp);
        emitters().timestamp(timestamp);
        onTimer(due.key(), byClock ? Timer.Kind.PROCESSING_TIME : Timer.Kind.EVENT_TIME, due.timestamp());
        return true;
    }

    @Override
    public final void tick(long nowNs) {
        state.sweep();
    }

    @Override
    public void capture(TaskCapture capture) {
        capture.keyed(step(), state);
    }

    @Override
    public void restore(TaskRestore restore) {
        restore.keyed(step(), state);
    }

    @Override
    public final boolean timerDue(long epochMs) {
        return timers.byClock().due(epochMs);
    }
}
