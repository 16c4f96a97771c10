package io.kintsugi.worker.operator;

/** A user's function threw: names the step, keeps the cause. */
public final class StepFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StepFailedException(String step, String during, Exception cause) {
        super("step '%s' failed in %s: %s".formatted(step, during, cause), cause);
    }
}
