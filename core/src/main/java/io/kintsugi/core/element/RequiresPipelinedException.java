package io.kintsugi.core.element;

/**
 * A job in batch mode has met something at run time that it cannot carry out. Every attempt would meet it, so the job fails at
 * once.
 */
public final class RequiresPipelinedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public RequiresPipelinedException(String problem) {
        super(problem);
    }

    /** The first one among the causes of a failure, else the failure itself. */
    public static Throwable in(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RequiresPipelinedException) {
                return cause;
            }
        }
        return failure;
    }
}
