package io.kintsugi.worker.verticle;

import io.kintsugi.core.model.AttemptId;

/** A task did not come further, and was given up. Its trace is that of the thread which is still in it. */
final class StuckTaskException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private StuckTaskException(String message, StackTraceElement[] at) {
        super(message);
        setStackTrace(at);
    }

    static StuckTaskException of(AttemptId attempt, long stillMs, Thread thread) {
        StackTraceElement[] at = thread.getStackTrace();
        String where = at.length == 0 ? "in a place unknown" : "at " + at[0];
        return new StuckTaskException(
                "stuck: task %s took and emitted no record for %d ms, which is more than it may; thread %s is left behind %s"
                        .formatted(attempt, stillMs, thread.getName(), where),
                at);
    }
}
