package io.kintsugi.worker.operator;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Beats whenever a task comes further: with each record that a function is given and each that one emits. Whoever watches the
 * task from another thread reads it, and can stop it: then the next beat throws, so that a task which is given up does no
 * more than what it is in.
 *
 * <p>Only {@link #beat} is for the task's thread alone.
 */
public final class Pulse {
    // Opaque and release on x86 are plain moves: no fence on the hot path, and yet no compiler keeps them in a
    // register.
    private final AtomicLong beats = new AtomicLong();
    private final AtomicBoolean stopped = new AtomicBoolean();

    /** The task was given up while it was in a function, and goes on no further. */
    public static final class StoppedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private StoppedException() {
            super("the task was given up, since it did not come further");
        }
    }

    /** The task comes one record further; throws {@link StoppedException} where it was given up. */
    void beat() {
        if (stopped.getOpaque()) {
            throw new StoppedException();
        }
        beats.setRelease(beats.getPlain() + 1);
    }

    /** Who reads it sees all that the task had done before its last beat. */
    public long beats() {
        return beats.getAcquire();
    }

    /** The next beat throws. */
    public void stop() {
        stopped.set(true);
    }
}
