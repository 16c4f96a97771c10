package io.kintsugi.core.protocol;

/**
 * How far event time has come in a task.
 *
 * @param watermark milliseconds since 1970; {@code Long.MIN_VALUE} before anything is known
 * @param heldBackBy the producing task whose input is behind all others, {@code quakes[0]}; empty where there is none: at a
 *     source, and while no input counts
 */
public record TaskTime(long watermark, String heldBackBy) {
    public static final TaskTime UNKNOWN = new TaskTime(Long.MIN_VALUE, "");

    public boolean known() {
        return watermark != Long.MIN_VALUE;
    }
}
