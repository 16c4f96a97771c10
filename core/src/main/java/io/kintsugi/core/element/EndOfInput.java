package io.kintsugi.core.element;

/** The producer is done: nothing follows on this channel. */
public record EndOfInput() implements ControlElement {
    public static final EndOfInput INSTANCE = new EndOfInput();
}
