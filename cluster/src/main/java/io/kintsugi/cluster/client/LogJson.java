package io.kintsugi.cluster.client;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Words;
import io.kintsugi.core.protocol.LoggedEvent;
import io.kintsugi.core.protocol.LoggedEvent.Subject;
import io.kintsugi.core.protocol.LoggedFailure;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How what the leader remembers looks in JSON, by the rules of {@link JobJson}. */
public final class LogJson {
    /** Where the leader publishes what happens to nodes, on the event bus of the cluster. */
    public static final String CLUSTER_ADDRESS = "kintsugi.events.cluster";

    private LogJson() {}

    public static JsonObject write(LoggedEvent event) {
        Subject subject = event.subject();
        JsonObject json = new JsonObject()
                .put("seq", Long.toString(event.seq()))
                .put("at", Instant.ofEpochMilli(event.atMs()).toString())
                .put("level", event.level().name())
                .put("kind", Words.of(event.kind()))
                .put("text", event.text());
        JobId job = subject.job();
        if (job != null) {
            json.put("job", job.name()).put("run", Long.toString(job.run()));
        }
        putTask(json, subject.attempt(), subject.node());
        return subject.number() == 0 ? json : json.put(numberField(event.kind()), Long.toString(subject.number()));
    }

    private static String numberField(LoggedEvent.Kind kind) {
        return kind == LoggedEvent.Kind.CHECKPOINT ? "checkpoint" : "recovery";
    }

    public static LoggedEvent readEvent(JsonObject json) {
        LoggedEvent.Kind kind = Words.constant(LoggedEvent.Kind.class, json.getString("kind"));
        String job = json.getString("job");
        Subject subject = new Subject(
                job == null ? null : new JobId(job, Long.parseLong(json.getString("run"))),
                attempt(json),
                node(json),
                Long.parseLong(json.getString(numberField(kind), "0")));
        return new LoggedEvent(
                Long.parseLong(json.getString("seq")),
                Instant.parse(json.getString("at")).toEpochMilli(),
                LoggedEvent.Level.valueOf(json.getString("level")),
                kind,
                subject,
                json.getString("text"));
    }

    public static JsonObject write(LoggedFailure failure) {
        JsonObject json = new JsonObject()
                .put("seq", Long.toString(failure.seq()))
                .put("at", Instant.ofEpochMilli(failure.atMs()).toString())
                .put("failure", JobJson.failure(failure.failure(), true));
        putTask(json, failure.attempt(), failure.node());
        return json;
    }

    public static LoggedFailure readFailure(JsonObject json) {
        return new LoggedFailure(
                Long.parseLong(json.getString("seq")),
                Instant.parse(json.getString("at")).toEpochMilli(),
                attempt(json),
                node(json),
                Objects.requireNonNull(JobJson.failure(json.getJsonObject("failure"))));
    }

    private static void putTask(JsonObject json, @Nullable AttemptId attempt, @Nullable NodeId node) {
        if (attempt != null) {
            json.put("task", attempt.task().toString()).put("attempt", attempt.number());
        }
        if (node != null) {
            json.put("node", TaskJson.node(node));
        }
    }

    private static @Nullable AttemptId attempt(JsonObject json) {
        String task = json.getString("task");
        return task == null ? null : new AttemptId(TaskId.parse(task), json.getInteger("attempt"));
    }

    private static @Nullable NodeId node(JsonObject json) {
        JsonObject node = json.getJsonObject("node");
        return node == null ? null : new NodeId(node.getString("name"), node.getString("incarnation"));
    }
}
