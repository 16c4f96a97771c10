package io.kintsugi.worker.verticle;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.Executor;

/** Waits for what functions do, and only for so long. Used on the worker verticle's context. */
final class Patience {
    private final Vertx vertx;
    private final Executor owner;
    private final long limitMs;

    /** @param owner runs actions on the context that this is used on */
    Patience(Vertx vertx, Executor owner, long limitMs) {
        this.vertx = vertx;
        this.owner = owner;
        this.limitMs = limitMs;
    }

    /**
     * What comes out, on the owner's context.
     *
     * @param instead where it failed, or took too long
     * @param giveUp called in the latter case, before the future ends
     */
    <T> Future<T> await(Future<T> outcome, T instead, Runnable giveUp) {
        if (outcome.isComplete()) {
            return outcome.otherwise(instead);
        }
        Promise<T> awaited = Promise.promise();
        long timer = vertx.setTimer(limitMs, id -> {
            giveUp.run();
            awaited.tryComplete(instead);
        });
        outcome.onComplete(done -> owner.execute(() -> {
            vertx.cancelTimer(timer);
            awaited.tryComplete(done.succeeded() ? done.result() : instead);
        }));
        return awaited.future();
    }
}
