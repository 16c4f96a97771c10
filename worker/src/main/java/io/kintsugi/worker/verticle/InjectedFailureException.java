package io.kintsugi.worker.verticle;

import io.kintsugi.core.model.AttemptId;

/** A failure that somebody asked for. */
final class InjectedFailureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InjectedFailureException(AttemptId attempt) {
        super("attempt " + attempt + " was made to fail, as asked");
    }
}
