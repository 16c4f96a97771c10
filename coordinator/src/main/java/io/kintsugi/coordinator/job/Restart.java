package io.kintsugi.coordinator.job;

import io.kintsugi.core.model.TaskId;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tasks that restart together, on their way from a failure to their next attempts.
 *
 * <pre>
 * canceling ──all gone, pause over──▶ placing ──slots──▶ deploying ──all run──▶ over
 * </pre>
 */
final class Restart {
    private final Set<TaskId> tasks;
    private final boolean exact;
    private final int round;
    private Phase phase = Phase.CANCELING;
    private boolean pauseOver;
    private boolean starving;
    private long placeUntilMs;

    enum Phase {
        CANCELING,
        PLACING,
        DEPLOYING
    }

    /**
     * @param exact whether they go back to a completed checkpoint, else each to its newest state
     * @param round tells it from those before it
     */
    Restart(Set<TaskId> tasks, boolean exact, int round) {
        this.tasks = new TreeSet<>(tasks);
        this.exact = exact;
        this.round = round;
    }

    /** By name; those leave it that begin again in another one. */
    Set<TaskId> tasks() {
        return tasks;
    }

    boolean isExact() {
        return exact;
    }

    int round() {
        return round;
    }

    Phase phase() {
        return phase;
    }

    boolean isPauseOver() {
        return pauseOver;
    }

    void pauseOver() {
        pauseOver = true;
    }

    /** @param untilMs when it gives up, if nobody else works */
    void place(long untilMs) {
        phase = Phase.PLACING;
        placeUntilMs = untilMs;
    }

    long placeUntilMs() {
        return placeUntilMs;
    }

    /** Whether it was offered too few slots last. */
    boolean isStarving() {
        return starving;
    }

    void starve() {
        starving = true;
    }

    void deploy() {
        phase = Phase.DEPLOYING;
        starving = false;
    }
}
