package io.kintsugi.worker.state;

/** Stored state that today's job cannot take over; the message names step, state, field, what is expected and was found. */
public final class StateMismatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StateMismatchException(String message) {
        super(message);
    }

    StateMismatchException(String message, Throwable cause) {
        super(message, cause);
    }
}
