package io.kintsugi.worker.net;

/** A record cannot travel to another process: too large, or of a class that was not registered. Fails the task. */
public final class RecordNotSendableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RecordNotSendableException(String message) {
        super(message);
    }

    RecordNotSendableException(String message, Throwable cause) {
        super(message, cause);
    }
}
