package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.Idle;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.TimestampFunction;
import io.kintsugi.core.function.WatermarkGenerator;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Directly behind a source: gives its records their timestamps, and makes watermarks. With an interval of 0 a watermark
 * goes out before every record that comes after a rise, which cuts batches; with another one, batches stay whole and
 * watermarks follow them from time to time.
 */
final class EventTimeStage implements Stage {
    private final String step;
    private final @Nullable TimestampFunction<Object> timestamps;
    private final WatermarkGenerator<Object> generator;
    private final Timing timing;
    private final WallClock clock;
    private final Pulse pulse;
    private final Stage next;
    private @Nullable Batch input;
    private int at;
    private long emitted = Long.MIN_VALUE;
    private long emittedNs;
    private boolean quiet;
    private long quietSinceNs;
    private boolean idle;

    /**
     * @param intervalNs 0 = exact
     * @param idleNs 0 = never idle
     */
    private record Timing(long intervalNs, long idleNs, long maxFutureSkewMs) {}

    EventTimeStage(ChainSpec spec, String step, EventTime<Object> eventTime, Stage next) {
        this.step = step;
        this.timestamps = eventTime.timestamps();
        this.generator = eventTime.generators().get();
        this.timing = new Timing(
                spec.limits().watermarkNs(),
                TimeUnit.MILLISECONDS.toNanos(eventTime.idleTimeoutMs()),
                eventTime.maxFutureSkewMs());
        this.clock = spec.clock();
        this.pulse = spec.pulse();
        this.next = next;
    }

    /** Takes a batch of the source, whose timestamps it may write. */
    @Override
    public boolean push(Batch batch) {
        if (timestamps != null) {
            stamp(batch, timestamps);
        }
        input = batch;
        at = 0;
        quiet = false;
        if (idle) {
            idle = false;
            if (!next.push(new Watermark(emitted))) {
                return false;
            }
        }
        return run(batch);
    }

    private void stamp(Batch batch, TimestampFunction<Object> function) {
        long[] times = batch.timestamps();
        int count = batch.count();
        try {
            for (int i = 0; i < count; i++) {
                pulse.beat();
                times[i] = function.timestamp(batch.value(i));
            }
        } catch (Exception e) {
            throw new StepFailedException(step, "timestamps", e);
        }
    }

    @Override
    public boolean push(ControlElement element) {
        return next.push(element);
    }

    @Override
    public boolean resume() {
        if (!next.resume()) {
            return false;
        }
        Batch batch = input;
        return batch == null || ((!exact() || pushWatermark()) && run(batch));
    }

    /** Called after each read of the source, also an empty one: says what time has to say. False when suspended. */
    boolean advance(boolean empty, long nowNs) {
        if (!idle && nowNs - emittedNs >= timing.intervalNs()) {
            emittedNs = nowNs;
            if (!pushWatermark()) {
                return false;
            }
        }
        if (empty && !quiet) {
            quiet = true;
            quietSinceNs = nowNs;
        }
        if (quiet && !idle && timing.idleNs() > 0 && nowNs - quietSinceNs >= timing.idleNs()) {
            if (!pushWatermark()) {
                return false; // It becomes idle at the next read.
            }
            idle = true;
            return next.push(Idle.INSTANCE);
        }
        return true;
    }

    /** Says nothing below it any more. A generator begins anew, so it is heard again when it has come so far. */
    void toldBefore(long watermark) {
        emitted = Math.max(emitted, watermark);
    }

    /** What was said last. */
    long watermark() {
        return emitted;
    }

    private boolean exact() {
        return timing.intervalNs() == 0;
    }

    private boolean run(Batch batch) {
        int count = batch.count();
        while (at < count) {
            int from = at;
            at = observe(batch, from);
            if (!next.push(at - from == count ? batch : batch.slice(from, at))) {
                return false;
            }
            if (exact() && !pushWatermark()) {
                return false;
            }
        }
        input = null;
        return true;
    }

    /** Shows records to the generator: all, or up to the first after which the watermark is higher. */
    private int observe(Batch batch, int from) {
        int count = batch.count();
        long latest = latest();
        int i = from;
        try {
            while (i < count) {
                long timestamp = batch.timestamp(i);
                if (timestamp != Batch.NO_TIMESTAMP && timestamp <= latest) {
                    generator.onRecord(batch.value(i), timestamp);
                }
                i++;
                if (exact() && generator.watermark() > emitted) {
                    break;
                }
            }
        } catch (RuntimeException e) {
            throw new StepFailedException(step, "watermarks", e);
        }
        return i;
    }

    private long latest() {
        long skewMs = timing.maxFutureSkewMs();
        return skewMs == EventTime.ANY_FUTURE ? Long.MAX_VALUE : clock.epochMs() + skewMs;
    }

    /** Says how far time has come, where that is news; false when suspended. */
    boolean pushWatermark() {
        long watermark = generator.watermark();
        if (watermark <= emitted) {
            return true;
        }
        emitted = watermark;
        return next.push(new Watermark(watermark));
    }
}
