package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ClockTick;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.LatencyMarker;
import io.kintsugi.core.element.UserEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Spreads the records of an edge over its lanes. Each lane has one batch that is being filled; it is sent when it is
 * full, when it has waited for the flush interval, and before a control element. A full batch whose lane has no credit
 * suspends the chain. A latency marker goes to one lane, by turns, and waits for company and credit as a record does; a user
 * event goes to all lanes as soon as all have credit.
 */
abstract class Router implements Stage {
    /** A new batch is made for a little more than the last one held, so that a slow lane does not cost full arrays. */
    private static final int CAPACITY_MIN = 16;

    private final Lane[] lanes;
    private final Batch[] filling;
    private final int batchRecords;
    private final long flushNs;
    private @Nullable Batch input;
    private int at;
    private @Nullable ControlElement control;
    private long flushedNs;
    private int markerLane;
    /** Waits for the batch that is being filled for {@link #markerLane}. */
    private @Nullable LatencyMarker marker;

    Router(List<? extends Lane> lanes, RouterSettings settings) {
        this.lanes = lanes.toArray(Lane[]::new);
        this.batchRecords = settings.batchRecords();
        this.flushNs = settings.flushNs();
        this.filling = new Batch[this.lanes.length];
        for (int lane = 0; lane < filling.length; lane++) {
            filling[lane] = new Batch(Math.min(batchRecords, CAPACITY_MIN));
        }
    }

    /** How much a router gathers, and for how long. */
    record RouterSettings(int batchRecords, long flushNs) {
        static RouterSettings of(ChainSpec spec) {
            return new RouterSettings(
                    spec.limits().batchRecords(), spec.limits().flushNs());
        }
    }

    /** Routes records from {@code from} on with {@link #add}; returns how many were routed when it had to stop. */
    abstract int route(Batch batch, int from);

    /** The lane that a record gets in the place of this one: this, or the next whose consumer is there, or this if none is. */
    final int present(int lane) {
        int at = lane;
        for (int tried = 0; tried < lanes.length; tried++) {
            if (!lanes[at].reroutes()) {
                return at;
            }
            at = at + 1 == lanes.length ? 0 : at + 1;
        }
        return lane;
    }

    /** Whether the consumer of some lane is away and its records go elsewhere. */
    final boolean reroutes() {
        for (Lane lane : lanes) {
            if (lane.reroutes()) {
                return true;
            }
        }
        return false;
    }

    final int lanes() {
        return lanes.length;
    }

    /** Adds a record to a lane; false when there is no room for it. */
    final boolean add(int lane, Object value, long timestamp) {
        Batch batch = filling[lane];
        if (batch.count() >= batchRecords) {
            if (!send(lane)) {
                return false;
            }
            batch = filling[lane];
        }
        batch.add(value, timestamp);
        return true;
    }

    /** True when every lane can take one more record. */
    final boolean roomEverywhere() {
        for (int lane = 0; lane < lanes.length; lane++) {
            if (filling[lane].count() >= batchRecords && !send(lane)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public final boolean push(Batch batch) {
        at = route(batch, 0);
        if (at < batch.count()) {
            input = batch;
            return false;
        }
        return true;
    }

    @Override
    public final boolean push(ControlElement element) {
        if (element instanceof ClockTick) {
            return true;
        }
        if (element instanceof LatencyMarker passing) {
            pass(passing);
            return true;
        }
        control = element;
        return pushControl(element);
    }

    /** One that comes while another waits is dropped. */
    private void pass(LatencyMarker passing) {
        if (marker == null) {
            markerLane = markerLane + 1 < lanes.length ? markerLane + 1 : 0;
            if (filling[markerLane].isEmpty()) {
                lanes[markerLane].write(passing);
            } else {
                marker = passing;
            }
        }
    }

    @Override
    public final boolean resume() {
        if (input != null) {
            at = route(input, at);
            if (at < input.count()) {
                return false;
            }
            input = null;
        }
        return control == null || pushControl(control);
    }

    @Override
    public final void tick(long nowNs) {
        if (nowNs - flushedNs >= flushNs) {
            flushedNs = nowNs;
            flush();
        }
    }

    private boolean pushControl(ControlElement element) {
        if (!flush() || (element instanceof UserEvent && !writableEverywhere())) {
            return false;
        }
        for (Lane lane : lanes) {
            lane.write(element);
        }
        control = null;
        return true;
    }

    private boolean writableEverywhere() {
        for (Lane lane : lanes) {
            if (!lane.writable()) {
                return false;
            }
        }
        return true;
    }

    /** Where records go in turns, the turn; else 0. */
    int turn() {
        return 0;
    }

    /** Goes on from a {@link #turn}. */
    void turn(int restored) {
        // Only where records go in turns.
    }

    /** Sends every batch that has records; false when one has to wait for credit. */
    final boolean flush() {
        boolean all = true;
        for (int lane = 0; lane < lanes.length; lane++) {
            all &= filling[lane].isEmpty() || send(lane);
        }
        return all;
    }

    final void forEachUnsent(Chain.UnsentVisitor visitor) {
        for (int lane = 0; lane < lanes.length; lane++) {
            if (!filling[lane].isEmpty()) {
                visitor.visit(lanes[lane], filling[lane].count());
            }
        }
    }

    private boolean send(int lane) {
        if (!lanes[lane].writable()) {
            return false;
        }
        Batch full = filling[lane];
        filling[lane] = new Batch(Math.min(batchRecords, Math.max(CAPACITY_MIN, full.count() + full.count() / 4)));
        lanes[lane].write(full);
        if (marker != null && lane == markerLane) {
            lanes[lane].write(marker);
            marker = null;
        }
        return true;
    }
}
