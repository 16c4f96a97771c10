package io.kintsugi.node;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of a node that have been started. They stop one after the other, the newest first, and one that cannot stop
 * does not keep the others from it. Any thread may call.
 */
final class StopOrder {
    private static final Logger LOG = LoggerFactory.getLogger(StopOrder.class);

    private final Deque<Part> started = new ArrayDeque<>();

    private record Part(String name, Supplier<Future<Void>> stop) {}

    synchronized void add(String name, Supplier<Future<Void>> stop) {
        started.push(new Part(name, stop));
    }

    /** Never fails; does nothing the second time. The future belongs to no Vert.x, since that may be one of the parts. */
    Future<Void> stop() {
        Promise<Void> stopped = Promise.promise();
        stopNext(stopped);
        return stopped.future();
    }

    /** The same, but the part of this name, if there is one, before all others. */
    Future<Void> stop(String first) {
        synchronized (this) {
            started.stream()
                    .filter(part -> part.name().equals(first))
                    .findFirst()
                    .ifPresent(part -> {
                        started.remove(part);
                        started.push(part);
                    });
        }
        return stop();
    }

    /** The same outcome, but a failure comes only after everything that was started has been stopped. */
    <T> Future<T> stopOnFailure(Future<T> start) {
        Promise<T> outcome = Promise.promise();
        start.onSuccess(outcome::complete).onFailure(failure -> stop().onComplete(stopped -> outcome.fail(failure)));
        return outcome.future();
    }

    private void stopNext(Promise<Void> stopped) {
        Part part = next();
        if (part == null) {
            stopped.complete();
            return;
        }
        stop(part)
                .onFailure(failure ->
                        LOG.warn("{} did not stop in order cause=\"{}\"; going on", part.name(), failure.toString()))
                .onComplete(done -> stopNext(stopped));
    }

    private static Future<Void> stop(Part part) {
        LOG.debug("stopping {}", part.name());
        try {
            return part.stop().get();
        } catch (RuntimeException e) {
            return Future.failedFuture(e);
        }
    }

    private synchronized @Nullable Part next() {
        return started.poll();
    }
}
