package io.kintsugi.worker.task;

/** What the last step of a task came to, and so what it waits for. */
public enum Progress {
    /** It worked; there may be more at once. */
    WORKED,
    /** It waits for input. */
    IDLE,
    /** It waits for credit from a consumer. */
    BACK_PRESSURED,
    /** Its input has ended; it waits until its consumers have taken everything. */
    ENDING,
    /** Everything is done and acknowledged. */
    FINISHED
}
