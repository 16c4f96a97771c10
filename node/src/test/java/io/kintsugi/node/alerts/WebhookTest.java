package io.kintsugi.node.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.kintsugi.core.config.AlertSettings;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class WebhookTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int HANG_UP = 0;
    private static final int HOLD = 1;
    private static final int PATIENT_MS = 10_000;

    private final Vertx vertx = Vertx.vertx();
    private final List<String> received = new CopyOnWriteArrayList<>();

    /** Statuses of the next answers; 200 when there is none. */
    private final LinkedBlockingQueue<Integer> answers = new LinkedBlockingQueue<>();

    private final Promise<HttpServerResponse> held = Promise.promise();
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        server = outcome(vertx.createHttpServer()
                .requestHandler(request -> request.body().onSuccess(body -> answer(request, body.toJsonObject())))
                .listen(0, "127.0.0.1"));
    }

    private void answer(HttpServerRequest request, JsonObject alert) {
        received.add(alert.getString("event"));
        Integer status = answers.poll();
        if (status == null) {
            request.response().end("thanks");
        } else if (status == HANG_UP) {
            request.connection().close();
        } else if (status == HOLD) {
            held.complete(request.response());
        } else {
            request.response().setStatusCode(status).end();
        }
    }

    @AfterEach
    void stop() throws Exception {
        outcome(vertx.close());
    }

    private static <T> T outcome(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private Webhook webhook(int timeoutMs, int sendsMax, int waitingMax) {
        String url = "http://127.0.0.1:" + server.actualPort() + "/hooks/secret?key=1";
        return new Webhook(vertx, new AlertSettings(url, timeoutMs, sendsMax, 1, waitingMax));
    }

    private static JsonObject alert(String event) {
        return new JsonObject().put("job", "clicks").put("run", "1").put("event", event);
    }

    private void awaitReceived(String... events) {
        await().atMost(SOON).untilAsserted(() -> assertThat(received).containsExactly(events));
    }

    @Test
    void sendsAgainUntilTheAnswerIsGoodAndKeepsTheOrder() {
        answers.addAll(List.of(500, 429, HANG_UP));
        Webhook webhook = webhook(PATIENT_MS, 5, 10);

        webhook.post(alert("failed"));
        webhook.post(alert("recovered"));

        awaitReceived("failed", "failed", "failed", "failed", "recovered");
    }

    @Test
    void dropsAnAlertThatIsRefusedOrWasSentOftenEnough() {
        answers.addAll(List.of(404, 500, 500));
        Webhook webhook = webhook(PATIENT_MS, 2, 10);

        webhook.post(alert("refused"));
        webhook.post(alert("failed"));
        webhook.post(alert("recovered"));

        awaitReceived("refused", "failed", "failed", "recovered");
    }

    @Test
    void dropsTheOldestOfTooManyThatWait() throws Exception {
        answers.add(HOLD);
        Webhook webhook = webhook(PATIENT_MS, 1, 2);

        List.of("sent", "oldest", "second", "third").forEach(event -> webhook.post(alert(event)));
        outcome(held.future()).end();

        awaitReceived("sent", "second", "third");
    }

    @Test
    void goesOnWhenTheReceiverDoesNotAnswerInTime() {
        answers.add(HOLD);
        Webhook webhook = webhook(200, 1, 10);

        webhook.post(alert("failed"));
        webhook.post(alert("recovered"));

        awaitReceived("failed", "recovered");
    }

    @Test
    void refusesAnAddressThatIsNoneWithoutShowingIt() {
        assertThatThrownBy(() -> new AlertSettings("htp://user:secret@host", 1, 1, 1, 1))
                .hasMessageContaining("alerts.webhook-url")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> new Webhook(vertx, new AlertSettings("http://host:secret/", 1, 1, 1, 1)))
                .hasMessageContaining("alerts.webhook-url")
                .hasMessageNotContaining("secret")
                .hasNoCause();
        assertThat(new AlertSettings("https://host/secret", 1, 1, 1, 1).toString())
                .doesNotContain("secret");
    }
}
