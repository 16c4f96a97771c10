package io.kintsugi.worker.verticle;

import io.kintsugi.cluster.threads.FunctionThreads;
import io.kintsugi.cluster.threads.LeftBehind;
import io.kintsugi.core.config.TaskSettings;
import io.vertx.core.Vertx;
import java.util.concurrent.Executor;

/**
 * What a worker has against functions that do not come back.
 *
 * @param owner runs actions on the worker verticle's context
 */
record Care(
        TaskSettings settings,
        FunctionThreads functions,
        Patience patience,
        Watchdog watchdog,
        LeftBehind leftBehind,
        Executor owner)
        implements AutoCloseable {

    static Care of(Vertx vertx, TaskSettings settings, Executor owner) {
        LeftBehind leftBehind = new LeftBehind();
        return new Care(
                settings,
                new FunctionThreads("kintsugi-functions", settings.openingThreads(), leftBehind),
                new Patience(vertx, owner, settings.stuckMs()),
                new Watchdog(settings),
                leftBehind,
                owner);
    }

    @Override
    public void close() {
        watchdog.close();
        functions.close();
    }
}
