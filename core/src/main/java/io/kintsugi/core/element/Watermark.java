package io.kintsugi.core.element;

/**
 * No later record of this channel is expected to have a timestamp at or below this one.
 *
 * @param timestamp event time in milliseconds since 1970
 */
public record Watermark(long timestamp) implements ControlElement {}
