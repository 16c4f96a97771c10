package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.client.ApiReply;
import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.core.config.ApiSettings;
import io.vertx.core.Future;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Remembers the answers to requests that carry a key, so that a request sent twice is done once; also while the first is
 * under way. A failed one is forgotten, since it did nothing. Kept by the leader alone: after a change of leader the job's
 * name is what keeps a second one away.
 */
final class IdempotencyCache {
    private final int keysMax;
    private final long keptMs;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /** @param request operation, parameters and body in one text */
    private record Entry(String request, Future<ApiReply> answer, long sinceMs) {}

    IdempotencyCache(ApiSettings settings) {
        this.keysMax = settings.idempotencyKeysMax();
        this.keptMs = TimeUnit.HOURS.toMillis(settings.idempotencyHours());
    }

    /** Runs {@code work} unless the call's key has an answer already or will have one. */
    synchronized Future<ApiReply> once(ApiCall call, long nowMs, Supplier<Future<ApiReply>> work) {
        String key = call.idempotencyKey();
        if (key == null) {
            return work.get();
        }
        expire(nowMs);
        String request =
                call.operation() + call.parameters().encode() + call.body().encode();
        Entry known = entries.get(key);
        if (known != null) {
            return known.request().equals(request) ? known.answer() : Future.failedFuture(reused(key, call));
        }
        Future<ApiReply> answer = work.get();
        entries.put(key, new Entry(request, answer, nowMs));
        answer.onFailure(failure -> forget(key));
        return answer;
    }

    private synchronized void forget(String key) {
        entries.remove(key);
    }

    private void expire(long nowMs) {
        Iterator<Entry> oldestFirst = entries.values().iterator();
        while (oldestFirst.hasNext()) {
            Entry entry = oldestFirst.next();
            if (entries.size() < keysMax && nowMs - entry.sinceMs() < keptMs) {
                return;
            }
            oldestFirst.remove();
        }
    }

    private static Throwable reused(String key, ApiCall call) {
        return Problem.of(
                        ProblemCode.IDEMPOTENCY_KEY_REUSED,
                        "key '%s' was used for another request than this %s; take a new key for a new request"
                                .formatted(key, call.operation()))
                .toException();
    }
}
