package io.kintsugi.worker.net;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The event loops that tasks run on, as many as Vert.x has itself, and one context on each loop of both kinds that lives as
 * long as the node does.
 *
 * <p>Tasks have loops of their own so that a function that holds its thread up keeps neither the node's connections nor its
 * control messages waiting. And what is sent to other nodes goes by a loop of Vert.x: there the connections live, and the
 * event bus keeps the ping timer of a connection in the context that opened it.
 */
final class EventLoops {
    private static final Logger LOG = LoggerFactory.getLogger(EventLoops.class);
    private static final String ALREADY_COMPLETED = "Promise already completed";

    private final TaskLoop[] tasks;
    private final ContextInternal[] taskContexts;
    private final ContextInternal[] sending;
    private final AtomicInteger next = new AtomicInteger();

    EventLoops(Vertx vertx) {
        VertxInternal internal = (VertxInternal) vertx;
        List<ContextInternal> made = new ArrayList<>();
        for (EventExecutor executor : internal.nettyEventLoopGroup()) {
            made.add(context(internal, (EventLoop) executor));
        }
        sending = made.toArray(ContextInternal[]::new);
        tasks = new TaskLoop[sending.length];
        taskContexts = new ContextInternal[sending.length];
        for (int loop = 0; loop < tasks.length; loop++) {
            tasks[loop] = new TaskLoop("kintsugi-tasks-" + loop, loop);
            taskContexts[loop] = context(internal, tasks[loop]);
        }
    }

    private static ContextInternal context(VertxInternal vertx, EventLoop loop) {
        ContextInternal context = vertx.contextBuilder()
                .withThreadingModel(ThreadingModel.EVENT_LOOP)
                .withEventLoop(loop)
                .build();
        context.exceptionHandler(EventLoops::report);
        return context;
    }

    /** Each write that a closed connection still had to do throws inside Vert.x 5.0 after it has failed properly. */
    private static void report(Throwable cause) {
        if (cause instanceof IllegalStateException && ALREADY_COMPLETED.equals(cause.getMessage())) {
            LOG.debug("a write on a closed connection failed");
        } else {
            LOG.error("the data plane failed on an event loop", cause);
        }
    }

    int count() {
        return tasks.length;
    }

    /** The context on a loop of tasks. */
    ContextInternal context(int loop) {
        return taskContexts[loop];
    }

    /** A context on a loop of Vert.x; always the same for the same {@code hash}, so that what is sent keeps its order. */
    ContextInternal sending(int hash) {
        return sending[Math.floorMod(hash, sending.length)];
    }

    boolean isCurrent(int loop) {
        return loop < tasks.length && tasks[loop].inEventLoop();
    }

    /** The loops of tasks in turn. */
    TaskLoop inTurn() {
        return tasks[Math.floorMod(next.getAndIncrement(), tasks.length)];
    }

    void close() {
        for (TaskLoop loop : tasks) {
            loop.end();
        }
    }
}
