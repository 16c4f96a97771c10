package io.kintsugi.core.element;

/** Nothing comes for the time being, so until its next {@link Watermark} this channel holds nobody's event time back. */
public record Idle() implements ControlElement {
    public static final Idle INSTANCE = new Idle();

    @Override
    public RequiresPipelined requiresPipelined() {
        return RequiresPipelined.IDLE;
    }
}
