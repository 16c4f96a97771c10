package io.kintsugi.cluster.client;

import io.kintsugi.core.api.JobParameter;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.layout.GraphOutline;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.SpareStatus;
import io.kintsugi.core.protocol.TaskStatus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How jobs look in JSON: 64-bit ids as text, times in RFC 3339 UTC, durations in milliseconds, nothing that is null. */
public final class JobJson {
    private JobJson() {}

    /** A job with its tasks. */
    public static JsonObject detailed(JobStatus status) {
        JsonObject json = head(status, true);
        json.put(
                "tasks",
                new JsonArray(status.tasks().stream().map(TaskJson::write).toList()));
        return status.spares().isEmpty()
                ? json
                : json.put(
                        "spares",
                        new JsonArray(
                                status.spares().stream().map(SpareJson::write).toList()));
    }

    /** Puts the secret parameters back, for the store: the next leader builds the job with what it finds there. */
    public static JsonObject unmasked(JsonObject job, JobSpec spec) {
        return job.put("program", program(spec.builder(), spec.parameters(), spec.artifact()));
    }

    /** A job for a list: no tasks, no stack trace. */
    public static JsonObject summary(JobStatus status) {
        return head(status, false);
    }

    /** Reads what this class wrote; a summary gives a job without tasks. */
    public static JobStatus read(JsonObject json) {
        JsonObject program = json.getJsonObject("program");
        JobSpec spec = new JobSpec(
                new JobId(json.getString("name"), Long.parseLong(json.getString("run"))),
                program.getString("builder"),
                texts(program.getJsonObject("params", new JsonObject())),
                program.getString("artifact"),
                json.getString("fingerprint"),
                json.containsKey("recovery") ? RecoveryJson.read(json.getJsonObject("recovery")) : null);
        List<TaskStatus> tasks = json.getJsonArray("tasks", new JsonArray()).stream()
                .map(task -> TaskJson.read((JsonObject) task))
                .toList();
        List<SpareStatus> spares = json.getJsonArray("spares", new JsonArray()).stream()
                .map(spare -> SpareJson.read((JsonObject) spare))
                .toList();
        return new JobStatus(
                spec,
                JobState.valueOf(json.getString("state")),
                time(json.getString("submittedAt")),
                time(json.getString("endedAt")),
                json.getInteger("restarts"),
                failure(json.getJsonObject("failure")),
                tasks,
                spares,
                json.getInteger("missingSlots", 0),
                SuperstepJson.read(json));
    }

    /** A program as it is submitted. */
    public static JsonObject program(String builder, Map<String, String> parameters, @Nullable String artifact) {
        JsonObject json = new JsonObject().put("builder", builder);
        if (!parameters.isEmpty()) {
            json.put("params", new JsonObject(new TreeMap<>(parameters)));
        }
        return artifact == null ? json : json.put("artifact", artifact);
    }

    /** Parameters as builders take them: numbers and flags become text. */
    public static Map<String, String> texts(JsonObject params) {
        Map<String, String> texts = new TreeMap<>();
        params.forEach(entry -> texts.put(entry.getKey(), String.valueOf(entry.getValue())));
        return texts;
    }

    /** What a builder may be told. Numbers are texts, since they may be larger than a client can hold. */
    public static JsonArray parameters(List<JobParameter> parameters) {
        return new JsonArray(parameters.stream().map(JobJson::parameter).toList());
    }

    private static JsonObject parameter(JobParameter parameter) {
        JsonObject json = new JsonObject()
                .put("name", parameter.name())
                .put("type", parameter.type().name());
        putKnown(json, "default", parameter.fallback());
        putKnown(json, "min", parameter.min());
        putKnown(json, "max", parameter.max());
        return json;
    }

    private static void putKnown(JsonObject json, String key, @Nullable String value) {
        if (value != null) {
            json.put(key, value);
        }
    }

    /** A task as it stands in its job. */
    public static JsonObject task(TaskStatus status) {
        return TaskJson.write(status);
    }

    /** A plan with the places of its picture. */
    public static JsonObject plan(Plan plan) {
        GraphOutline outline = GraphOutline.of(plan);
        return new JsonObject()
                .put("keyGroups", plan.keyGroups())
                .put("tasks", plan.tasks().size())
                .put(
                        "vertices",
                        new JsonArray(outline.vertices().stream()
                                .map(GraphJson::vertex)
                                .toList()))
                .put(
                        "edges",
                        new JsonArray(
                                outline.edges().stream().map(GraphJson::edge).toList()))
                .put("layout", GraphJson.layout(outline));
    }

    static JsonObject failure(Failure failure, boolean withTrace) {
        JsonObject json = new JsonObject().put("type", failure.type()).put("message", failure.message());
        return withTrace && !failure.trace().isEmpty() ? json.put("trace", failure.trace()) : json;
    }

    static @Nullable Failure failure(@Nullable JsonObject json) {
        return json == null
                ? null
                : new Failure(json.getString("type"), json.getString("message"), json.getString("trace", ""));
    }

    private static JsonObject head(JobStatus status, boolean withTrace) {
        JobSpec spec = status.spec();
        Map<String, Object> taskStates = new TreeMap<>();
        status.tasks().forEach(task -> taskStates.merge(task.state().name(), 1, (a, b) -> (Integer) a + (Integer) b));
        JsonObject json = new JsonObject()
                .put("name", spec.id().name())
                .put("run", Long.toString(spec.id().run()))
                .put("state", status.state().name())
                .put("program", program(spec.builder(), SecretNames.masked(spec.parameters()), spec.artifact()))
                .put("fingerprint", spec.fingerprint())
                .put("restarts", status.restarts())
                .put("submittedAt", Instant.ofEpochMilli(status.submittedAtMs()).toString());
        if (spec.recovery() != null) {
            json.put("recovery", RecoveryJson.write(spec.recovery()));
        }
        if (status.missingSlots() > 0) {
            json.put("missingSlots", status.missingSlots());
        }
        if (status.endedAtMs() > 0) {
            json.put("endedAt", Instant.ofEpochMilli(status.endedAtMs()).toString());
        }
        if (status.failure() != null) {
            json.put("failure", failure(status.failure(), withTrace));
        }
        return SuperstepJson.put(json, status.iterations()).put("taskStates", new JsonObject(taskStates));
    }

    private static long time(@Nullable String text) {
        return text == null ? 0 : Instant.parse(text).toEpochMilli();
    }
}
