package io.kintsugi.worker.operator;

/** Calls what a user wrote outside the hot path and names the step when it throws. */
final class Guard {
    private Guard() {}

    static void run(String step, String during, Call call) {
        try {
            call.run();
        } catch (StepFailedException e) {
            throw e; // A later step failed within this call, and has been named.
        } catch (Exception e) {
            throw new StepFailedException(step, during, e);
        }
    }

    /** A call into user code. */
    interface Call {
        void run() throws Exception;
    }
}
