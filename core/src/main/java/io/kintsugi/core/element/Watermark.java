package io.kintsugi.core.element;

/**
 * No later record of this channel is expected to have a timestamp below this one: everything before it has come. Also
 * ends an {@link Idle} period.
 *
 * @param timestamp event time in milliseconds since 1970; {@code Long.MIN_VALUE} where nothing is known yet
 * @param outran whether time has gone on, somewhere before, without an input that was missing and has not caught up: until a
 *     watermark says otherwise, what comes late may do so because of that
 */
public record Watermark(long timestamp, boolean outran) implements ControlElement {
    /** One for which all inputs have been heard. */
    public Watermark(long timestamp) {
        this(timestamp, false);
    }
}
