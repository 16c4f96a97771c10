package io.kintsugi.coordinator.verticle;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/** The leader's event loop: all of its state belongs to it, so what comes from elsewhere is brought here first. */
record Loop(Vertx vertx, Context context) {
    /** False, and nothing is run, if Vert.x has been closed: answers may still be under way then. */
    boolean run(Runnable action) {
        try {
            context.runOnContext(v -> action.run());
            return true;
        } catch (RejectedExecutionException closed) {
            return false;
        }
    }

    /** Whether this is the loop. */
    boolean isHere() {
        return Vertx.currentContext() == context;
    }

    /** What {@code question} says on this loop; fails if Vert.x has been closed. */
    <T> Future<T> call(Supplier<T> question) {
        Promise<T> answer = Promise.promise();
        if (!run(() -> answer.complete(question.get()))) {
            answer.fail("Vert.x is closed");
        }
        return answer.future();
    }

    /** The same outcome, told on this loop. */
    <T> Future<T> bring(Future<T> elsewhere) {
        Promise<T> here = Promise.promise();
        elsewhere.onComplete((value, failure) -> run(() -> here.complete(value, failure)));
        return here.future();
    }

    /** Runs what blocks on a worker thread and brings the outcome here. */
    <T> Future<T> blocking(Callable<T> work) {
        return bring(vertx.executeBlocking(work, false));
    }

    /** The same for work without a result. */
    Future<Void> doBlocking(BlockingWork work) {
        return blocking(() -> {
                    work.run();
                    return true;
                })
                .mapEmpty();
    }

    /** May block and may fail. */
    interface BlockingWork {
        void run() throws Exception;
    }

    /** Completes here after a while. */
    Future<Void> pause(long delayMs) {
        Promise<Void> over = Promise.promise();
        startTimer(delayMs, over::complete);
        return over.future();
    }

    long startTimer(long delayMs, Runnable action) {
        return vertx.setTimer(Math.max(1, delayMs), id -> run(action));
    }

    void cancelTimer(long id) {
        vertx.cancelTimer(id);
    }

    static long nowMs() {
        return System.currentTimeMillis();
    }
}
