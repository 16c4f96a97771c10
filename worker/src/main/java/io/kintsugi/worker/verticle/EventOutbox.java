package io.kintsugi.worker.verticle;

import io.kintsugi.cluster.bus.ControlBus;
import io.kintsugi.cluster.membership.Membership;
import io.kintsugi.core.protocol.WorkerEvent;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the leader what became of tasks, in order and until it acknowledges; whoever leads by then. What has come up while it was
 * asked goes out together, since states that are stored every few milliseconds made all else wait for seconds where an answer takes
 * long; after a failure one by one, so that one that has to wait does not have the others told again. Used on the worker verticle's
 * context.
 */
final class EventOutbox {
    private static final Logger LOG = LoggerFactory.getLogger(EventOutbox.class);
    private static final long RETRY_MS = 200;
    /** More than every task of a large node can have to say; beyond it the oldest is dropped with a warning. */
    private static final int EVENTS_MAX = 10_000;

    /** In one message. */
    private static final int TOGETHER_MAX = 100;

    private final ControlBus bus;
    private final Membership membership;
    private final Executor owner;
    private final Queue<WorkerEvent> waiting = new ArrayDeque<>();
    private int together = TOGETHER_MAX;
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
        if (sending || closed || waiting.isEmpty()) {
            return;
        }
        sending = true;
        List<WorkerEvent> events = waiting.stream().limit(together).toList();
        membership
                .leader()
                .map(leader -> bus.events(leader, events))
                .orElseGet(() -> Future.failedFuture("no leader"))
                .onComplete(acknowledged -> owner.execute(() -> sent(events)), cause -> owner.execute(this::retry));
    }

    private void sent(List<WorkerEvent> events) {
        events.forEach(waiting::remove);
        together = TOGETHER_MAX;
        sending = false;
        send();
    }

    private void retry() {
        together = 1;
        Vertx.currentContext().owner().setTimer(RETRY_MS, id -> {
            sending = false;
            send();
        });
    }
}
