package io.kintsugi.worker.verticle;

import io.kintsugi.cluster.threads.FunctionThreads;
import io.vertx.core.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the functions of one task attempt, and closes them once, whatever becomes of it in between. Any thread may call. */
final class TaskFunctions {
    private static final Logger LOG = LoggerFactory.getLogger(TaskFunctions.class);

    private final TaskWiring wiring;
    private final Care care;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile FunctionThreads.@Nullable Call<Boolean> opening;
    private volatile FunctionThreads.@Nullable Call<Boolean> closing;

    TaskFunctions(TaskWiring wiring) {
        this.wiring = wiring;
        this.care = wiring.care();
    }

    /** Completes on the thread that has opened them. */
    Future<Boolean> open() {
        FunctionThreads.Call<Boolean> call = care.functions().call(wiring + " opening", () -> {
            wiring.openTask();
            return true;
        });
        opening = call;
        return call.outcome(Runnable::run);
    }

    /** On a thread that may block, unless they are or were closed before; completes on the task's own. */
    Future<Boolean> close() {
        if (!closed.compareAndSet(false, true)) {
            return Future.succeededFuture(true);
        }
        FunctionThreads.Call<Boolean> call = care.functions().call(wiring + " closing", () -> {
            wiring.task().close();
            return true;
        });
        closing = call;
        return call.outcome(wiring.thread());
    }

    /** Deletes what the task has kept for its consumers in batch mode; completes on the task's own thread. Does not fail. */
    Future<Boolean> discardPartitions() {
        FunctionThreads.Call<Boolean> call = care.functions().call(wiring + " discarding", () -> {
            wiring.task().discardPartitions();
            return true;
        });
        return call.outcome(wiring.thread()).onFailure(this::notClosed).otherwise(false);
    }

    /** Nobody waits for them any more, and a thread may be inside of the task: then they are closed when it comes back. */
    void giveUp() {
        boolean atWork = wiring.thread().giveUp(this::cameBack);
        wiring.task().pulse().stop();
        if (atWork) {
            care.leftBehind().leave(wiring.toString());
        } else {
            giveUp(opening);
            giveUp(closing);
        }
    }

    private static void giveUp(FunctionThreads.@Nullable Call<Boolean> call) {
        if (call != null) {
            call.giveUp();
        }
    }

    /** On the thread that was left behind, for which nobody waits. */
    private void cameBack() {
        if (closed.compareAndSet(false, true)) {
            try {
                wiring.task().close();
            } catch (RuntimeException e) {
                notClosed(e);
            }
        }
        care.leftBehind().cameBack(wiring.toString());
    }

    void notClosed(Throwable cause) {
        LOG.warn("{} close failed cause=\"{}\"", wiring, cause.toString());
    }
}
