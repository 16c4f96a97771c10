package io.kintsugi.core.model;

/**
 * The life of a task attempt.
 *
 * <pre>
 * waiting ──▶ deploying ──▶ deployed ──▶ running ──▶ finished
 *    │            └────────────┴───────────┴──▶ failed, or canceling ──▶ canceled
 *    └──▶ canceled
 * </pre>
 *
 * Only in batch mode a task waits: for the output of others, and for a slot.
 */
public enum TaskState {
    WAITING,
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
