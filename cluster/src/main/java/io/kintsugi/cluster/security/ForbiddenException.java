package io.kintsugi.cluster.security;

import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemException;

/** Somebody known asked for what they may not do. */
public final class ForbiddenException extends ProblemException {
    private static final long serialVersionUID = 1L;

    private final transient Caller caller;

    ForbiddenException(Problem problem, Caller caller) {
        super(problem);
        this.caller = caller;
    }

    public Caller caller() {
        return caller;
    }
}
