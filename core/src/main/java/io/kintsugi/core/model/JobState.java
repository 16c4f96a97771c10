package io.kintsugi.core.model;

import java.util.EnumSet;

/**
 * The life of a job.
 *
 * <pre>
 * deploying ──all tasks run──▶ running ──all tasks finished──▶ finished
 *     │                           ├──stop──▶ stopping ──all tasks gone──▶ stopped
 *     └───────────────────────────┴──a task failed──▶ failing ──all tasks gone──▶ failed
 * </pre>
 */
public enum JobState {
    DEPLOYING,
    RUNNING,
    STOPPING,
    FAILING,
    FINISHED,
    STOPPED,
    FAILED;

    public boolean isTerminal() {
        return this == FINISHED || this == STOPPED || this == FAILED;
    }

    /** Whether one step of the picture leads from here to {@code next}. */
    public boolean canBecome(JobState next) {
        return switch (this) {
            case DEPLOYING -> EnumSet.of(RUNNING, STOPPING, FAILING).contains(next);
            case RUNNING -> EnumSet.of(FINISHED, STOPPING, FAILING).contains(next);
            case STOPPING -> EnumSet.of(STOPPED, FAILING).contains(next);
            case FAILING -> next == FAILED;
            case FINISHED, STOPPED, FAILED -> false;
        };
    }
}
