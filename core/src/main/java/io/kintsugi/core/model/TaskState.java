package io.kintsugi.core.model;

/**
 * The life of a task attempt.
 *
 * <pre>
 * deploying ──▶ deployed ──▶ running ──▶ finished
 *     └────────────┴───────────┴──▶ failed, or canceling ──▶ canceled
 * </pre>
 */
public enum TaskState {
    DEPLOYING,
    DEPLOYED,
    RUNNING,
    CANCELING,
    FINISHED,
    FAILED,
    CANCELED;

    public boolean isTerminal() {
        return this == FINISHED || this == FAILED || this == CANCELED;
    }
}
