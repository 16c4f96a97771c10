package io.kintsugi.core.model;

import java.util.EnumSet;

/**
 * The life of a job.
 *
 * <pre>
 * deploying ──all tasks run──▶ running ──all tasks finished──▶ finished
 *     │                          │ ▲
 *     │                          ▼ └──all tasks run──┐
 *     ├──tasks failed, they restart──▶ recovering ───┤
 *     │                                │ ▲           │
 *     │                       no slots─▼ │─slots     │
 *     │                                degraded ─────┘
 *     ├──stop, also from running and recovering──▶ stopping ──all tasks gone──▶ stopped
 *     └──tasks failed for good, also from these──▶ failing ──all tasks gone──▶ failed
 * </pre>
 *
 * A job that is stopping says so also while tasks of it restart. A degraded one waits for slots for tasks that restart; the
 * others, if there are any, work.
 */
public enum JobState {
    DEPLOYING,
    RUNNING,
    RECOVERING,
    DEGRADED,
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
            case DEPLOYING -> EnumSet.of(RUNNING, RECOVERING, STOPPING, FAILING).contains(next);
            case RECOVERING -> EnumSet.of(RUNNING, DEGRADED, STOPPING, FAILING).contains(next);
            case DEGRADED -> EnumSet.of(RUNNING, RECOVERING, STOPPING, FAILING).contains(next);
            case RUNNING -> EnumSet.of(FINISHED, RECOVERING, STOPPING, FAILING).contains(next);
            case STOPPING -> EnumSet.of(STOPPED, FAILING).contains(next);
            case FAILING -> next == FAILED;
            case FINISHED, STOPPED, FAILED -> false;
        };
    }
}
