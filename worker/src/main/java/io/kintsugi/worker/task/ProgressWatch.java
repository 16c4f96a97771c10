package io.kintsugi.worker.task;

/**
 * Judges from outside whether a task comes further. It is told from time to time what the task shows, and counts only time
 * that it has seen pass itself: a process that was stopped for a while has no stuck tasks because of that.
 *
 * <p>A task that rests is never slow or stuck, and one that beats is never stuck, however long it works at one go.
 */
public final class ProgressWatch {
    private final long slowMs;
    private final long stuckMs;
    private long turn;
    private long turnMs;
    private long beats;
    private long stillMs;

    /** What is to be thought of a task. */
    public enum Verdict {
        FINE,
        /** It has been at work for long at one go. */
        SLOW,
        /** It has been at work for long without a beat. */
        STUCK
    }

    public ProgressWatch(long slowMs, long stuckMs) {
        this.slowMs = slowMs;
        this.stuckMs = stuckMs;
    }

    /**
     * @param turn another number for each time that it began to work; 0 while it rests
     * @param beats how often it came a record further, see {@link io.kintsugi.worker.operator.Pulse}
     * @param passedMs since the last look
     */
    public Verdict look(long turn, long beats, long passedMs) {
        if (turn == 0 || turn != this.turn) {
            this.turn = turn;
            turnMs = 0;
            still(beats);
            return Verdict.FINE;
        }
        turnMs += passedMs;
        stillMs += passedMs;
        if (beats != this.beats) {
            still(beats);
        }
        if (stillMs >= stuckMs) {
            return Verdict.STUCK;
        }
        return turnMs >= slowMs ? Verdict.SLOW : Verdict.FINE;
    }

    /** For how long it has not beaten. */
    public long stillMs() {
        return stillMs;
    }

    private void still(long since) {
        beats = since;
        stillMs = 0;
    }
}
