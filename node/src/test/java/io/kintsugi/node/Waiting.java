package io.kintsugi.node;

import io.vertx.core.Future;
import java.util.concurrent.TimeUnit;

/** Waits for futures in tests. */
final class Waiting {
    private static final int SECONDS = 60;

    private Waiting() {}

    static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(SECONDS, TimeUnit.SECONDS);
    }
}
