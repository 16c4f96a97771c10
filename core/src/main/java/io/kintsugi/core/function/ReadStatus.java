package io.kintsugi.core.function;

/** What a reader knows after a read. */
public enum ReadStatus {
    /** There may be more at once. */
    MORE,
    /** Nothing now, perhaps later. */
    IDLE,
    /** Nothing ever again. */
    END
}
