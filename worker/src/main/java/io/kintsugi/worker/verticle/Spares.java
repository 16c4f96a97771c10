package io.kintsugi.worker.verticle;

import io.kintsugi.cluster.threads.FunctionThreads;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.worker.task.TaskChain;
import io.vertx.core.Future;
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

    private final Care care;
    private final Future<TaskWiring.Shared> shared;
    private final Map<AttemptId, Future<FunctionThreads.Call<TaskChain>>> calls = new LinkedHashMap<>();

    /** @param shared there when the job's graph has been built here */
    Spares(Care care, Future<TaskWiring.Shared> shared) {
        this.care = care;
        this.shared = shared;
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    boolean has(AttemptId id) {
        return calls.containsKey(id);
    }

    /** Opens one that is not there; one that fails is forgotten. */
    Future<TaskChain> open(AttemptId id) {
        Future<FunctionThreads.Call<TaskChain>> call =
                shared.map(known -> care.functions().call("spare " + id + " opening", () -> open(known, id)));
        calls.put(id, call);
        return outcome(call).onFailure(cause -> calls.remove(id, call));
    }

    private Future<TaskChain> outcome(Future<FunctionThreads.Call<TaskChain>> call) {
        return call.compose(begun -> begun.outcome(care.owner()));
    }

    private static TaskChain open(TaskWiring.Shared shared, AttemptId id) {
        TaskChain chain = TaskChain.spare(shared.setting(id.task()));
        chain.open();
        return chain;
    }

    /** Gives one away; nothing where it is not here, or could not be opened. */
    Future<Optional<TaskChain>> take(@Nullable AttemptId id) {
        Future<FunctionThreads.Call<TaskChain>> call = id == null ? null : calls.remove(id);
        return call == null
                ? Future.succeededFuture(Optional.empty())
                : outcome(call).map(Optional::of).otherwise(Optional.empty());
    }

    /** Closes one, if it is here. The future ends when it is closed, or will never be open, or takes too long to be either. */
    Future<Void> drop(AttemptId id) {
        Future<FunctionThreads.Call<TaskChain>> opening = calls.get(id);
        Future<Void> closed =
                take(id).compose(chain -> chain.map(open -> close(id, open)).orElseGet(Future::succeededFuture));
        return care.patience()
                .<Boolean>await(closed.map(true), true, () -> giveUp(opening))
                .mapEmpty();
    }

    private static void giveUp(@Nullable Future<FunctionThreads.Call<TaskChain>> opening) {
        if (opening != null) {
            opening.onSuccess(FunctionThreads.Call::giveUp);
        }
    }

    private Future<Void> close(AttemptId id, TaskChain chain) {
        FunctionThreads.Call<Boolean> closing = care.functions().call("spare " + id + " closing", () -> {
            chain.close();
            return true;
        });
        return care.patience()
                .await(closing.outcome(care.owner()).onFailure(cause -> notClosed(id, cause)), true, closing::giveUp)
                .mapEmpty();
    }

    private static void notClosed(AttemptId id, Throwable cause) {
        LOG.warn("spare={} close failed cause=\"{}\"", id, cause.toString());
    }

    Future<Void> dropAll() {
        return Future.join(List.copyOf(calls.keySet()).stream().map(this::drop).toList())
                .mapEmpty();
    }
}
