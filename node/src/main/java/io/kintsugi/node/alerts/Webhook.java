package io.kintsugi.node.alerts;

import io.kintsugi.core.config.AlertSettings;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.json.JsonObject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Posts alerts to one receiver, one after the other in their order, each again until it has a good answer or was sent often
 * enough. Works on an event loop of its own; any thread may call. Its address is never logged.
 */
public final class Webhook {
    private static final Logger LOG = LoggerFactory.getLogger(Webhook.class);
    private static final int LONGEST_DOUBLING = 10;

    private final Vertx vertx;
    private final AlertSettings settings;
    private final Context context;
    private final HttpClient client;
    private final RequestOptions receiver;
    private final Deque<JsonObject> waiting = new ArrayDeque<>();
    private boolean sending;
    private boolean closed;

    /** @param settings with an address */
    public Webhook(Vertx vertx, AlertSettings settings) {
        this.receiver = receiver(settings);
        this.vertx = vertx;
        this.settings = settings;
        this.context = ((VertxInternal) vertx).createEventLoopContext();
        this.client = vertx.createHttpClient(new HttpClientOptions().setConnectTimeout(settings.timeoutMs()));
    }

    private static RequestOptions receiver(AlertSettings settings) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setIdleTimeout(settings.timeoutMs())
                .putHeader("Content-Type", "application/json");
        try {
            return options.setAbsoluteURI(settings.webhookUrl());
        } catch (RuntimeException e) { // Not its cause: that holds the address.
            throw new IllegalArgumentException("alerts.webhook-url: not a valid address (not shown)");
        }
    }

    /** Returns at once. The oldest alert that waits is dropped when too many do. */
    public void post(JsonObject alert) {
        context.runOnContext(v -> {
            if (closed) {
                return;
            }
            if (waiting.size() == settings.waitingMax()) {
                drop(waiting.remove(), "more than " + settings.waitingMax() + " wait (alerts.waiting-max)");
            }
            waiting.add(alert);
            sendNext();
        });
    }

    /** What waits is dropped. */
    public Future<Void> close() {
        context.runOnContext(v -> {
            closed = true;
            waiting.clear();
        });
        return client.close();
    }

    private void sendNext() {
        if (!sending && !waiting.isEmpty()) {
            sending = true;
            send(waiting.remove(), 1);
        }
    }

    private void send(JsonObject alert, int sends) {
        answer(alert)
                .timeout(settings.timeoutMs(), TimeUnit.MILLISECONDS)
                .onComplete((status, failure) -> context.runOnContext(v -> {
                    // The message of a failure may hold the address.
                    String found = failure == null
                            ? "answer " + status
                            : failure.getClass().getSimpleName();
                    if (failure == null && status / 100 == 2) {
                        goOn();
                    } else if (failure == null && isFinal(status)) {
                        drop(alert, found);
                        goOn();
                    } else if (sends == settings.sendsMax()) {
                        drop(alert, found + " after " + sends + " sends (alerts.sends-max)");
                        goOn();
                    } else if (!closed) {
                        long pauseMs = (long) settings.pauseMs() << Math.min(sends - 1, LONGEST_DOUBLING);
                        vertx.setTimer(pauseMs, id -> context.runOnContext(again -> send(alert, sends + 1)));
                    }
                }));
    }

    private Future<Integer> answer(JsonObject alert) {
        return client.request(receiver)
                .compose(request -> request.send(Buffer.buffer(alert.encode())))
                .compose(Webhook::statusAtTheEnd);
    }

    private static Future<Integer> statusAtTheEnd(HttpClientResponse response) {
        return response.end().map(response.statusCode());
    }

    /** Whether the same alert would get the same answer again. */
    private static boolean isFinal(int status) {
        return status / 100 == 4 && status != 408 && status != 429;
    }

    private void goOn() {
        sending = false;
        sendNext();
    }

    private static void drop(JsonObject alert, String cause) {
        LOG.warn(
                "job={}#{} alert={} was dropped cause=\"{}\"",
                alert.getString("job"),
                alert.getString("run"),
                alert.getString("event"),
                cause);
    }
}
