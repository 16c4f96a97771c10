package io.kintsugi.cluster.security;

import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemException;

/** A problem that goes away by itself after a known time. */
public final class TryLaterException extends ProblemException {
    private static final long serialVersionUID = 1L;

    private final long afterS;

    TryLaterException(Problem problem, long afterS) {
        super(problem);
        this.afterS = afterS;
    }

    /** Seconds, at least 1. */
    public long afterS() {
        return afterS;
    }
}
