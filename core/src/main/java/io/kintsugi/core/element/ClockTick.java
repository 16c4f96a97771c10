package io.kintsugi.core.element;

/**
 * The time of day has reached a timer of this task. Goes from stage to stage inside one task, and over no channel.
 *
 * @param epochMs processing time in milliseconds since 1970
 */
public record ClockTick(long epochMs) implements ControlElement {
    @Override
    public RequiresPipelined requiresPipelined() {
        return RequiresPipelined.CLOCK_TICK;
    }
}
