package io.kintsugi.worker.task;

import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.Idle;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.worker.channel.InputGate.Presence;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The watermark of a task: the lowest of the inputs that count, never falling.
 *
 * <pre>
 * ACTIVE ──Idle──▶ IDLE ──Watermark──▶ ACTIVE          counts no more at once
 * any ──peer away──▶ MISSING ──peer back──▶ ACTIVE     counts no more after the hold time
 * any ──EndOfInput──▶ ENDED
 * UNTIMED                                              never counts: no source before it tells a time
 * </pre>
 *
 * An input that was left out counts again when its watermark has caught up with the task's: what it sends until then is
 * late, and event time does not fall. All missing, or none caught up: event time stands still. All idle: so is the task.
 *
 * <p>While time has gone on without an input that was missing, the watermarks of the task say so, and so do those of tasks
 * behind it: what is late there may be so because of that.
 */
final class InputWatermarks {
    static final int NOBODY = -1;

    private final Input[] inputs;
    private final long holdNs;
    private long current = Long.MIN_VALUE;
    private boolean saidIdle;
    private boolean changed;
    private boolean toldBefore;
    private boolean saidOutran;

    private enum State {
        ACTIVE,
        IDLE,
        MISSING,
        ENDED,
        UNTIMED
    }

    private static final class Input {
        private State state = State.ACTIVE;
        private long watermark = Long.MIN_VALUE;
        private boolean counts = true;
        private boolean met;
        private long missingSinceNs;
        /** Time has gone on without it since it was missing, and it has not caught up. */
        private boolean outrun;
        /** Its producer says that of one of its own inputs. */
        private boolean tellsOutran;
    }

    /** @param holdNs how long a missing input goes on to count */
    InputWatermarks(int inputs, long holdNs) {
        this.inputs = new Input[inputs];
        Arrays.setAll(this.inputs, i -> new Input());
        this.holdNs = holdNs;
    }

    /** Says that no time ever comes from an input; before anything else about it. */
    void untimed(int input) {
        inputs[input].state = State.UNTIMED;
        inputs[input].counts = false;
    }

    long current() {
        return current;
    }

    /** How far an earlier attempt of the task had told time to have come; it is told again first, and does not fall. */
    void toldBefore(long timestamp) {
        current = timestamp;
        toldBefore = timestamp > Long.MIN_VALUE;
        changed |= toldBefore;
    }

    void advance(int input, Watermark told) {
        Input at = inputs[input];
        // One that falls is of a later attempt, which does not know what the one before had outrun.
        at.tellsOutran = told.outran() || told.timestamp() < at.watermark;
        at.watermark = Math.max(at.watermark, told.timestamp());
        if (at.state == State.IDLE) {
            at.state = State.ACTIVE;
        }
        changed = true;
    }

    /** A barrier says how far time had come where it was made; it does not say that more is coming. */
    void raise(int input, long timestamp) {
        Input at = inputs[input];
        if (timestamp > at.watermark) {
            at.watermark = timestamp;
            changed = true;
        }
    }

    void idle(int input) {
        Input at = inputs[input];
        if (at.state == State.ACTIVE) {
            at.state = State.IDLE;
            leavesOut(at);
        }
    }

    void end(int input) {
        inputs[input].state = State.ENDED;
        leavesOut(inputs[input]);
    }

    /** It says itself that nothing is to be waited for. */
    private void leavesOut(Input at) {
        at.counts = false;
        at.outrun = false;
        at.tellsOutran = false;
        changed = true;
    }

    /** What is known of the peer of an input; one that has never been there is waited for, unless it is known to be away. */
    void presence(int input, Presence presence, long nowNs) {
        Input at = inputs[input];
        at.met |= presence != Presence.AWAITED;
        if (presence == Presence.THERE) {
            if (at.state == State.MISSING) {
                at.state = State.ACTIVE;
                changed = true;
            }
            return;
        }
        if (at.met && (at.state == State.ACTIVE || at.state == State.IDLE)) {
            at.state = State.MISSING;
            at.missingSinceNs = nowNs;
        }
        if (at.state == State.MISSING && !at.outrun && nowNs - at.missingSinceNs >= holdNs) {
            at.counts = false;
            at.outrun = true;
            changed = true;
        }
    }

    /**
     * How sure it is that what comes late on an input does so because of a recovery: counted where time has gone on without
     * this very input, bounded where it has somewhere before; null where it has not.
     */
    @Nullable
    LossBasis lateBasis(int input) {
        if (inputs[input].outrun) {
            return LossBasis.COUNTED;
        }
        return inputs[input].tellsOutran ? LossBasis.BOUNDED : null;
    }

    /** What the task now has to say about time; null for nothing new. */
    @Nullable
    ControlElement news() {
        if (!changed) {
            return null;
        }
        changed = false;
        long lowest = lowest();
        boolean risen = toldBefore || (lowest != Long.MAX_VALUE && lowest > current);
        toldBefore = false;
        if (risen) {
            current = lowest == Long.MAX_VALUE ? current : Math.max(current, lowest);
        }
        boolean idle = allIdle();
        boolean woken = saidIdle && !idle;
        boolean asleep = idle && !saidIdle;
        saidIdle = idle;
        if (asleep) {
            return Idle.INSTANCE;
        }
        boolean standsStill = current == Long.MIN_VALUE || lowest == Long.MAX_VALUE;
        boolean outran = standsStill ? saidOutran : anyOutrun();
        if (!risen && !woken && outran == saidOutran) {
            return null;
        }
        saidOutran = outran;
        return new Watermark(current, outran);
    }

    private boolean anyOutrun() {
        for (Input input : inputs) {
            if (input.outrun || input.tellsOutran) {
                return true;
            }
        }
        return false;
    }

    /** The input that holds the watermark where it is; {@link #NOBODY} where none counts, or none has any time. */
    int heldBackBy() {
        int slowest = NOBODY;
        long highest = Long.MIN_VALUE;
        for (int i = 0; i < inputs.length; i++) {
            if (inputs[i].counts) {
                highest = Math.max(highest, inputs[i].watermark);
                if (slowest == NOBODY || inputs[i].watermark < inputs[slowest].watermark) {
                    slowest = i;
                }
            }
        }
        return highest == Long.MIN_VALUE ? NOBODY : slowest;
    }

    private long lowest() {
        long lowest = Long.MAX_VALUE;
        for (Input input : inputs) {
            if (input.state == State.ACTIVE && input.watermark >= current) {
                input.counts = true;
                input.outrun = false;
            }
            if (input.counts) {
                lowest = Math.min(lowest, input.watermark);
            }
        }
        return lowest;
    }

    private boolean allIdle() {
        boolean any = false;
        for (Input input : inputs) {
            if (input.state == State.ACTIVE || input.state == State.MISSING) {
                return false;
            }
            any |= input.state == State.IDLE;
        }
        return any;
    }
}
