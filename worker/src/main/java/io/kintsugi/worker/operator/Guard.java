package io.kintsugi.worker.operator;

/** Calls what a user wrote outside the hot path and names the step when it throws. */
final class Guard {
    private Guard() {}

    static void run(String step, String during, Call call) {
        try {
            call.run();
        } catch (Exception e) {
            throw new StepFailedException(step, during, e);
        }
    }

    /** A call into user code. */
    interface Call {
        void run() throws Exception;
    }
}
