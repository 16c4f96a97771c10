package io.kintsugi.node.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kintsugi.cluster.client.JobNewsJson;
import io.kintsugi.core.config.AlertSettings;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.protocol.JobNews;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A subscriber of the event bus and a webhook, and news of a job for both. */
final class AnnouncerTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    private final Vertx vertx = Vertx.vertx();
    private final List<JsonObject> posted = new CopyOnWriteArrayList<>();
    private final List<JsonObject> published = new CopyOnWriteArrayList<>();
    private Announcer announcer;

    @BeforeEach
    void start() throws Exception {
        HttpServer server = outcome(vertx.createHttpServer()
                .requestHandler(request -> request.body().onSuccess(body -> {
                    posted.add(body.toJsonObject());
                    request.response().end();
                }))
                .listen(0, "127.0.0.1"));
        for (JobNews.Topic topic : JobNews.Topic.values()) {
            outcome(vertx.eventBus()
                    .<JsonObject>consumer(JobNewsJson.address(topic), message -> published.add(message.body()))
                    .completion());
        }
        String url = "http://127.0.0.1:" + server.actualPort() + "/";
        announcer = new Announcer(vertx, new AlertSettings(url, 10_000, 5, 1, 100));
    }

    @AfterEach
    void stop() throws Exception {
        outcome(announcer.close());
        outcome(vertx.close());
    }

    private static <T> T outcome(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static JobNews news(JobNews.Kind kind) {
        return new JobNews(new JobId("clicks", 3), kind, JobState.RUNNING, 1_000, "work[1]: disk full", List.of());
    }

    @Test
    void publishesAllNewsToTheClusterAndPostsThoseThatAreAlerts() {
        for (JobNews.Kind kind : JobNews.Kind.values()) {
            announcer.announce(news(kind));
        }

        List<JsonObject> all = List.of(JobNews.Kind.values()).stream()
                .map(kind -> JobNewsJson.write(news(kind)))
                .toList();
        List<JsonObject> alerts = List.of(JobNews.Kind.values()).stream()
                .filter(JobNews.Kind::isAlert)
                .map(kind -> JobNewsJson.write(news(kind)))
                .toList();
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(published).containsExactlyInAnyOrderElementsOf(all);
            assertThat(posted).containsExactlyElementsOf(alerts);
        });
        assertThat(alerts)
                .extracting(alert -> alert.getString("event"))
                .containsExactlyInAnyOrder("failed", "degraded", "recovered", "budget-exceeded");
    }
}
