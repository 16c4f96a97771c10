package io.kintsugi.worker.verticle;

import io.kintsugi.cluster.bus.ControlBus;
import io.kintsugi.cluster.membership.Membership;
import io.kintsugi.core.protocol.WorkerEvent;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the leader what became of tasks, in order and until it acknowledges; whoever leads by then. Used on the worker
 * verticle's context.
 */
final class EventOutbox {
    private static final Logger LOG = LoggerFactory.getLogger(EventOutbox.class);
    private static final long RETRY_MS = 200;
    /** More than every task of a large node can have to say; beyond it the oldest is dropped with a warning. */
    private static final int EVENTS_MAX = 10_000;

    private final ControlBus bus;
    private final Membership membership;
    private final Executor owner;
    private final Queue<WorkerEvent> waiting = new ArrayDeque<>();
    private boolean sending;
    private boolean closed;

    /** @param owner runs actions on the context that this outbox is used on */
    EventOutbox(ControlBus bus, Membership membership, Executor owner) {
        this.bus = bus;
        this.membership = membership;
        this.owner = owner;
    }

    void add(WorkerEvent event) {
        if (waiting.size() >= EVENTS_MAX) {
            LOG.warn("event dropped: more than {} wait for a leader; event={}", EVENTS_MAX, waiting.poll());
        }
        waiting.add(event);
        send();
    }

    void close() {
        closed = true;
        waiting.clear();
    }

    private void send() {
        WorkerEvent event = waiting.peek();
        if (sending || closed || event == null) {
            return;
        }
        sending = true;
        membership
                .leader()
                .map(leader -> bus.event(leader, event))
                .orElseGet(() -> Future.failedFuture("no leader"))
                .onComplete(acknowledged -> owner.execute(() -> sent(event)), cause -> owner.execute(this::retry));
    }

    private void sent(WorkerEvent event) {
        waiting.remove(event);
        sending = false;
        send();
    }

    private void retry() {
        Vertx.currentContext().owner().setTimer(RETRY_MS, id -> {
            sending = false;
            send();
        });
    }
}
