package io.kintsugi.core.window;

/** Why a window speaks. */
public enum Firing {
    /** Before event time has reached its end, or by the trigger of a global window; more may follow. */
    EARLY,
    /** It is complete as far as the watermark knows, or the input has ended. */
    ON_TIME,
    /** Again, for a record that came behind the watermark and within the allowed lateness. */
    LATE
}
