package io.kintsugi.cluster.threads;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Threads for calls into code of users: builders, opening and closing of functions. Not those of the node, since such a call
 * may never come back; in the place of a thread that it holds comes another one. Any thread may call.
 */
public final class FunctionThreads implements AutoCloseable {
    private static final long KEEP_S = 30;

    private final String name;
    private final ThreadPoolExecutor pool;
    private final LeftBehind leftBehind;
    private final AtomicInteger names = new AtomicInteger();

    public FunctionThreads(String name, int threads, LeftBehind leftBehind) {
        this.name = name;
        this.leftBehind = leftBehind;
        pool = new ThreadPoolExecutor(
                threads,
                threads,
                KEEP_S,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                this::newThread); // Callers bound how many wait.
        pool.allowCoreThreadTimeOut(true);
    }

    private Thread newThread(Runnable work) {
        Thread thread = new Thread(work, name + "-" + names.incrementAndGet());
        thread.setDaemon(true);
        thread.setContextClassLoader(FunctionThreads.class.getClassLoader());
        return thread;
    }

    /**
     * @param what for people: whose function does what
     */
    public <T> Call<T> call(String what, Callable<T> function) {
        Call<T> call = new Call<>(what, function);
        pool.execute(call);
        return call;
    }

    @Override
    public void close() {
        pool.shutdown();
    }

    private synchronized void resize(int by) {
        int threads = pool.getCorePoolSize() + by;
        if (by > 0) {
            pool.setMaximumPoolSize(threads);
            pool.setCorePoolSize(threads);
        } else {
            pool.setCorePoolSize(threads);
            pool.setMaximumPoolSize(threads);
        }
    }

    /** One call of functions. */
    public final class Call<T> implements Runnable {
        private final String what;
        private final Callable<T> function;
        private final Promise<T> outcome = Promise.promise();
        private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.WAITING);

        private Call(String what, Callable<T> function) {
            this.what = what;
            this.function = function;
        }

        @Override
        public void run() {
            stage.compareAndSet(Stage.WAITING, Stage.RUNNING);
            try {
                outcome.tryComplete(function.call());
            } catch (Throwable e) { // Whatever a user's code throws is the outcome of the call.
                outcome.tryFail(e);
            }
            if (!stage.compareAndSet(Stage.RUNNING, Stage.DONE)) {
                resize(-1);
                leftBehind.cameBack(what);
            }
        }

        /** @param owner is where the future completes */
        public Future<T> outcome(Executor owner) {
            Promise<T> there = Promise.promise();
            outcome.future().onComplete(done -> owner.execute(() -> there.handle(done)));
            return there.future();
        }

        /** Nobody waits for it any more: if it has a thread, others get another one in its place. */
        public void giveUp() {
            if (stage.compareAndSet(Stage.RUNNING, Stage.GIVEN_UP)) {
                resize(1);
                leftBehind.leave(what);
            }
        }
    }

    private enum Stage {
        WAITING,
        RUNNING,
        GIVEN_UP,
        DONE
    }
}
