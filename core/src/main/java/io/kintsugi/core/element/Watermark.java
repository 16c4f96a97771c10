package io.kintsugi.core.element;

/**
 * No later record of this channel is expected to have a timestamp below this one: everything before it has come. Also
 * ends an {@link Idle} period.
 *
 * @param timestamp event time in milliseconds since 1970; {@code Long.MIN_VALUE} where nothing is known yet
 */
public record Watermark(long timestamp) implements ControlElement {}
