package io.kintsugi.cluster.client;

/** Carries a {@link Problem} as the failure of a future. An answer to the caller, not a bug: it has no stack trace. */
public class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.toString(), null, false, false);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
