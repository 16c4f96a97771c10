package io.kintsugi.worker.operator;

import io.kintsugi.core.element.RequiresPipelinedException;
import io.kintsugi.core.function.Timer;
import io.kintsugi.core.function.Timers;
import io.kintsugi.worker.state.KeyedState;
import io.kintsugi.worker.state.TimerQueue;
import org.jspecify.annotations.Nullable;

/** The timers of a step that works by key, as its function sees them and as its stage lets them come due. */
final class KeyTimers implements Timers {
    private final TimerQueue eventTime;
    private final TimerQueue processingTime;
    private final String step;
    private final WallClock clock;
    private final boolean batch;
    private @Nullable Object key;

    KeyTimers(String step, KeyedState state, WallClock clock, boolean batch) {
        this.eventTime = state.timers(Timer.Kind.EVENT_TIME);
        this.processingTime = state.timers(Timer.Kind.PROCESSING_TIME);
        this.step = step;
        this.clock = clock;
        this.batch = batch;
    }

    TimerQueue eventTime() {
        return eventTime;
    }

    TimerQueue byClock() {
        return processingTime;
    }

    void key(Object current) {
        key = current;
    }

    void noKey() {
        key = null;
    }

    @Override
    public void atEventTime(long timestamp) {
        eventTime.add(currentKey(), timestamp);
    }

    @Override
    public void atProcessingTime(long epochMs) {
        if (batch) {
            throw new RequiresPipelinedException(
                    "step '%s': a timer of the time of day was set, which has no meaning for records that are read from disk: use event time, or choose mode(STREAMING)"
                            .formatted(step));
        }
        processingTime.add(currentKey(), epochMs);
    }

    @Override
    public void cancelEventTime(long timestamp) {
        eventTime.remove(currentKey(), timestamp);
    }

    @Override
    public void cancelProcessingTime(long epochMs) {
        processingTime.remove(currentKey(), epochMs);
    }

    @Override
    public long processingTime() {
        return clock.epochMs();
    }

    private Object currentKey() {
        if (key == null) {
            throw new IllegalStateException(
                    "step '%s': a timer was used outside the processing of a record: there is no key".formatted(step));
        }
        return key;
    }
}
