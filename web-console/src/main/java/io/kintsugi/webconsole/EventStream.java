package io.kintsugi.webconsole;

import io.kintsugi.cluster.client.Problem;
import io.kintsugi.webconsole.live.Topic;
import io.kintsugi.webconsole.live.Watcher;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * One answer that goes on and on: server-sent events about some topics. A client that does not read fast enough misses
 * changes and gets the whole value instead once it has room again, so that nothing piles up for it here.
 */
final class EventStream implements Watcher {
    private static final String RETRY_MS = "2000";

    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private final LongSupplier ids;

    /** Topics of which the client needs the whole value. */
    private final Set<Topic> behind = new TreeSet<>();

    /** @param ids numbers the events of this node */
    EventStream(HttpServerRequest request, LongSupplier ids) {
        this.request = request;
        this.response = request.response();
        this.ids = ids;
    }

    /** What this answers. */
    HttpServerRequest request() {
        return request;
    }

    void begin(Iterable<Topic> topics) {
        topics.forEach(behind::add);
        response.setChunked(true)
                .putHeader(HttpHeaders.CONTENT_TYPE, "text/event-stream")
                .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
                .putHeader("X-Content-Type-Options", "nosniff")
                .write("retry: " + RETRY_MS + "\n\n");
    }

    @Override
    public void looked(Topic topic, JsonObject value, JsonObject patch) {
        if (response.writeQueueFull()) {
            behind.add(topic);
        } else if (behind.remove(topic)) {
            write("snapshot", about(topic).put("value", value));
        } else {
            write("delta", about(topic).put("patch", patch));
        }
    }

    @Override
    public void failed(Topic topic, Problem problem) {
        if (!response.writeQueueFull()) {
            write("problem", about(topic).put("problem", problem.toJson()));
        }
    }

    /** Keeps what lies between from taking the connection for dead. */
    void ping() {
        if (!response.writeQueueFull()) {
            response.write(": ping\n\n");
        }
    }

    /** The client asks for another one then. */
    void end() {
        if (!response.ended()) {
            response.end();
        }
    }

    private static JsonObject about(Topic topic) {
        return new JsonObject()
                .put("topic", topic.text())
                .put("at", Instant.now().toString());
    }

    private void write(String event, JsonObject data) {
        response.write("id: %d\nevent: %s\ndata: %s\n\n".formatted(ids.getAsLong(), event, data.encode()));
    }
}
