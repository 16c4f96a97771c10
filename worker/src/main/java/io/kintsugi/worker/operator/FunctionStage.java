package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Barrier;
import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.element.KeyTime;
import io.kintsugi.core.element.LatencyMarker;
import io.kintsugi.core.element.UserEvent;
import org.jspecify.annotations.Nullable;

/**
 * A stage whose function emits any number of records for one. It stops between two records as soon as an output is
 * suspended, and goes on with the next record when it is resumed.
 */
abstract class FunctionStage implements Stage {
    private final String step;
    private final Emitters emitters;
    private @Nullable Batch input;
    private int at;
    private @Nullable ControlElement control;
    private boolean finished;
    /** The event that the function has not heard yet. */
    private @Nullable UserEvent unheard;

    FunctionStage(String step, Emitters emitters) {
        this.step = step;
        this.emitters = emitters;
    }

    /** Calls the function for one record. */
    abstract void apply(Object value, long timestamp, Emitters out) throws Exception;

    /** Calls the function for the last time, when all inputs have ended. */
    abstract void finish(Emitters out) throws Exception;

    /** Calls the function for an event of a step before it. */
    void hear(Object event, Emitters out) throws Exception {
        // Not every function wants to hear it.
    }

    /** Learns, ahead of what comes due by it, how far time has come. */
    void reach(ControlElement element) {
        // A function without a context does not look at the time.
    }

    /** Does one piece of what {@code element} makes due, such as a timer; false when nothing is left. */
    boolean fireNext(ControlElement element) throws Exception {
        return false;
    }

    final String step() {
        return step;
    }

    final Emitters emitters() {
        return emitters;
    }

    @Override
    public final boolean push(Batch batch) {
        input = batch;
        at = 0;
        return run(batch);
    }

    @Override
    public final boolean push(ControlElement element) {
        control = element;
        unheard = element instanceof UserEvent event ? event : null;
        reach(element);
        return pushControl(element);
    }

    /** Behind what the function has emitted for it. */
    private boolean pushControl(ControlElement element) {
        if (!passesBy(element) && !fire(element)) {
            return false;
        }
        UserEvent event = unheard;
        if (event != null) {
            unheard = null;
            emitters.timestamp(Batch.NO_TIMESTAMP);
            Guard.run(step, "onEvent", () -> hear(event.value(), emitters));
        }
        if (element instanceof EndOfInput && !finished) {
            finished = true;
            emitters.timestamp(Batch.NO_TIMESTAMP);
            Guard.run(step, "finish", () -> finish(emitters));
        }
        if (!emitters.flush()) {
            return false;
        }
        control = null;
        return element instanceof KeyTime || emitters.push(element);
    }

    /** Whether it makes nothing due. The state behind a barrier has been captured already. */
    private static boolean passesBy(ControlElement element) {
        return element instanceof Barrier || element instanceof LatencyMarker || element instanceof UserEvent;
    }

    @Override
    public final boolean resume() {
        if (!emitters.resume()) {
            return false;
        }
        if (input != null) {
            return run(input);
        }
        return control == null || pushControl(control);
    }

    /** Stops between two timers when an output is suspended. */
    private boolean fire(ControlElement element) {
        try {
            while (!emitters.suspended()) {
                emitters.pulse().beat();
                if (!fireNext(element)) {
                    return true;
                }
            }
            return false;
        } catch (StepFailedException e) {
            throw e; // A stage behind this one failed while it was given what this one had emitted.
        } catch (Exception e) {
            throw new StepFailedException(step, "onTimer", e);
        }
    }

    private boolean run(Batch batch) {
        int count = batch.count();
        try {
            while (at < count && !emitters.suspended()) {
                emitters.pulse().beat();
                long timestamp = batch.timestamp(at);
                emitters.timestamp(timestamp);
                apply(batch.value(at), timestamp, emitters);
                at++;
            }
        } catch (StepFailedException e) {
            throw e; // A stage behind this one failed while it was given what this one had emitted.
        } catch (Exception e) {
            throw new StepFailedException(step, "process", e);
        }
        if (!emitters.flush() || at < count) {
            return false;
        }
        input = null;
        return true;
    }
}
