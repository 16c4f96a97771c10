package io.kintsugi.worker.verticle;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.worker.task.TaskChain;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The instances of one job that stand by on this worker: opened, or about to be, on threads that may block. Used on the
 * worker verticle's context.
 */
final class Spares {
    private static final Logger LOG = LoggerFactory.getLogger(Spares.class);

    private final Vertx vertx;
    private final Future<TaskWiring.Shared> shared;
    private final Map<AttemptId, Future<TaskChain>> chains = new LinkedHashMap<>();

    /** @param shared there when the job's graph has been built here */
    Spares(Vertx vertx, Future<TaskWiring.Shared> shared) {
        this.vertx = vertx;
        this.shared = shared;
    }

    boolean isEmpty() {
        return chains.isEmpty();
    }

    boolean has(AttemptId id) {
        return chains.containsKey(id);
    }

    /** Opens one that is not there; one that fails is forgotten. */
    Future<TaskChain> open(AttemptId id) {
        Future<TaskChain> opened = shared.compose(known -> vertx.executeBlocking(() -> open(known, id), false));
        chains.put(id, opened);
        return opened.onFailure(cause -> chains.remove(id, opened));
    }

    private static TaskChain open(TaskWiring.Shared shared, AttemptId id) {
        TaskChain chain = TaskChain.spare(shared.setting(id.task()));
        chain.open();
        return chain;
    }

    /** Gives one away; nothing where it is not here, or could not be opened. */
    Future<Optional<TaskChain>> take(@Nullable AttemptId id) {
        Future<TaskChain> chain = id == null ? null : chains.remove(id);
        return chain == null
                ? Future.succeededFuture(Optional.empty())
                : chain.map(Optional::of).otherwise(Optional.empty());
    }

    /** Closes one, if it is here. The future ends when it is closed, or will never be open. */
    Future<Void> drop(AttemptId id) {
        return take(id).compose(chain -> chain.map(open -> close(id, open)).orElseGet(Future::succeededFuture));
    }

    private Future<Void> close(AttemptId id, TaskChain chain) {
        return vertx.<Void>executeBlocking(
                        () -> {
                            chain.close();
                            return null;
                        },
                        false)
                .onFailure(cause -> LOG.warn("spare={} close failed cause=\"{}\"", id, cause.toString()))
                .otherwiseEmpty();
    }

    Future<Void> dropAll() {
        return Future.join(List.copyOf(chains.keySet()).stream().map(this::drop).toList())
                .mapEmpty();
    }
}
