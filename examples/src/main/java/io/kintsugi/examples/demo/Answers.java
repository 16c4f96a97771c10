package io.kintsugi.examples.demo;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What the API answers, for a thread that may wait. */
final class Answers {
    private static final Duration WAIT_MAX = Duration.ofSeconds(30);

    private Answers() {}

    /** Throws what the future failed with. */
    static <T> T await(Future<T> future) throws TimeoutException {
        return future.await(WAIT_MAX.toSeconds(), TimeUnit.SECONDS);
    }
}
