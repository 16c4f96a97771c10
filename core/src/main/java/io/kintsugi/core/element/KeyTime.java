package io.kintsugi.core.element;

/**
 * How far event time has come for the keys that are being worked on, in a task that takes one group of keys after the
 * other: with each group time begins anew. For the first step of a chain, and over no channel.
 *
 * @param timestamp milliseconds since 1970
 */
public record KeyTime(long timestamp) implements ControlElement {
    /** The next group of keys begins, and what was kept for the one before is forgotten. */
    public static final KeyTime BEGIN = new KeyTime(Long.MIN_VALUE);
    /** All records of the group have come. */
    public static final KeyTime END = new KeyTime(Long.MAX_VALUE);
}
