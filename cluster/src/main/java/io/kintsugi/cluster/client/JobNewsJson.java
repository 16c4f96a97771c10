package io.kintsugi.cluster.client;

import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.Words;
import io.kintsugi.core.protocol.JobNews;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;

/** How news of jobs look in JSON, and at which address the leader publishes them. */
public final class JobNewsJson {
    private static final String ADDRESS = "kintsugi.events.";

    private JobNewsJson() {}

    /** On the event bus of the cluster: {@code kintsugi.events.recovery}. */
    public static String address(JobNews.Topic topic) {
        return ADDRESS + Words.of(topic);
    }

    public static JsonObject write(JobNews news) {
        JsonObject json = new JsonObject()
                .put("event", Words.of(news.kind()))
                .put("job", news.job().name())
                .put("run", Long.toString(news.job().run()))
                .put("state", news.state().name())
                .put("at", Instant.ofEpochMilli(news.atMs()).toString())
                .put("text", news.text());
        return news.recoveries().isEmpty()
                ? json
                : json.put(
                        "recoveries",
                        new JsonArray(news.recoveries().stream()
                                .map(RecoveryStatusJson::summary)
                                .toList()));
    }

    public static JobNews read(JsonObject json) {
        return new JobNews(
                new JobId(json.getString("job"), Long.parseLong(json.getString("run"))),
                Words.constant(JobNews.Kind.class, json.getString("event")),
                JobState.valueOf(json.getString("state")),
                Instant.parse(json.getString("at")).toEpochMilli(),
                json.getString("text"),
                json.getJsonArray("recoveries", new JsonArray()).stream()
                        .map(recovery -> RecoveryStatusJson.read((JsonObject) recovery))
                        .toList());
    }
}
