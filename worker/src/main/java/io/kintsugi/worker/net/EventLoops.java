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
 * The event loops of a Vert.x and one context on each that lives as long as the Vert.x does.
 *
 * <p>The contexts are made directly rather than by deploying as many verticles as there are loops: deployments of others
 * at the same time would let two of ours meet on one loop. And what is sent from such a context outlives every verticle:
 * the event bus keeps the ping timer of a connection in the context that opened it.
 */
final class EventLoops {
    private static final Logger LOG = LoggerFactory.getLogger(EventLoops.class);
    private static final String ALREADY_COMPLETED = "Promise already completed";

    private final ContextInternal[] contexts;
    private final AtomicInteger next = new AtomicInteger();

    EventLoops(Vertx vertx) {
        VertxInternal internal = (VertxInternal) vertx;
        List<ContextInternal> made = new ArrayList<>();
        for (EventExecutor executor : internal.nettyEventLoopGroup()) {
            ContextInternal context = internal.contextBuilder()
                    .withThreadingModel(ThreadingModel.EVENT_LOOP)
                    .withEventLoop((EventLoop) executor)
                    .build();
            context.exceptionHandler(EventLoops::report);
            made.add(context);
        }
        contexts = made.toArray(ContextInternal[]::new);
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
        return contexts.length;
    }

    ContextInternal context(int loop) {
        return contexts[loop];
    }

    boolean isCurrent(int loop) {
        return loop < contexts.length && contexts[loop].nettyEventLoop().inEventLoop();
    }

    /** The loop of the current thread, or -1 on any other thread. */
    int current() {
        for (int loop = 0; loop < contexts.length; loop++) {
            if (contexts[loop].nettyEventLoop().inEventLoop()) {
                return loop;
            }
        }
        return -1;
    }

    /** The loops in turn. */
    int inTurn() {
        return Math.floorMod(next.getAndIncrement(), contexts.length);
    }
}
