package io.kintsugi.cluster.client;

import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.protocol.SavepointStatus;
import io.kintsugi.core.recovery.Recovery;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Talks to a cluster over the event bus from any Vert.x application that joined it. Any thread may call; the futures
 * complete on an event loop. Every failure is a {@link ProblemException}.
 *
 * <p>A request that nobody answered within 5 s, or that met no leader, is sent again up to three times under the same
 * idempotency key, so it happens once.
 */
public final class KintsugiClient {
    private final Vertx vertx;
    private final ApiAddress bus;
    private final ClientSettings settings;

    private KintsugiClient(Vertx vertx, ClientSettings settings) {
        this.vertx = vertx;
        this.bus = new ApiAddress(vertx);
        this.settings = settings;
    }

    public static KintsugiClient create(Vertx vertx) {
        return create(vertx, ClientSettings.defaults());
    }

    public static KintsugiClient create(Vertx vertx, ClientSettings settings) {
        return new KintsugiClient(vertx, settings);
    }

    /**
     * What to run.
     *
     * @param name the job's name; null: whatever name the builder gives it
     * @param builder name of a class that implements {@code JobBuilder}
     * @param artifact {@code sha256:...} of an uploaded JAR that holds the builder; null: the class path
     * @param fromSavepoint name of a savepoint of the job, or {@code job/name}; null: the job begins with no state
     * @param allowUnmatchedState drop state of the savepoint for which the job has no chain
     * @param recovery counts in place of what the job says itself; null: what the job says
     */
    public record Submission(
            @Nullable String name,
            String builder,
            Map<String, String> parameters,
            @Nullable String artifact,
            @Nullable String fromSavepoint,
            boolean allowUnmatchedState,
            @Nullable Recovery recovery) {
        public Submission(
                @Nullable String name, String builder, Map<String, String> parameters, @Nullable String artifact) {
            this(name, builder, parameters, artifact, null, false, null);
        }

        public static Submission of(Class<?> builder, Map<String, String> parameters) {
            return new Submission(null, builder.getName(), parameters, null);
        }

        /** The same, with the state of a savepoint. */
        public Submission from(String savepoint, boolean allowUnmatched) {
            return new Submission(name, builder, parameters, artifact, savepoint, allowUnmatched, recovery);
        }

        /** The same, with another recovery than the job's own. */
        public Submission recovery(Recovery chosen) {
            return new Submission(name, builder, parameters, artifact, fromSavepoint, allowUnmatchedState, chosen);
        }

        JsonObject toJson() {
            JsonObject json = new JsonObject().put("program", JobJson.program(builder, parameters, artifact));
            if (fromSavepoint != null) {
                json.put("fromSavepoint", fromSavepoint).put("allowUnmatchedState", allowUnmatchedState);
            }
            if (recovery != null) {
                json.put("recovery", RecoveryJson.write(recovery));
            }
            return name == null ? json : json.put("name", name);
        }
    }

    /** Starts a new run; refused while a job of this name lives. */
    public Future<JobStatus> submit(Submission submission) {
        return send("submitJob", submission.toJson()).map(JobJson::read);
    }

    /** Makes sure that the job was started; the same program again changes nothing. */
    public Future<JobStatus> put(String name, Submission submission) {
        return send("putJob", submission.toJson().put("params", named(name))).map(JobJson::read);
    }

    /** The newest run of a job with its tasks. */
    public Future<JobStatus> get(String name) {
        return send("getJob", new JsonObject().put("params", named(name))).map(JobJson::read);
    }

    /** All jobs, by name, without their tasks. */
    public Future<List<JobStatus>> list() {
        return send("listJobs", new JsonObject())
                .map(json -> json.getJsonArray("items").stream()
                        .map(item -> JobJson.read((JsonObject) item))
                        .toList());
    }

    /** Asks a job to stop and answers at once; no change if it has ended. A savepoint is named after the time. */
    public Future<JobStatus> stop(String name, StopMode mode) {
        JsonObject body = new JsonObject().put("mode", mode.name().toLowerCase(Locale.ROOT));
        return send("stopJob", body.put("params", named(name))).map(JobJson::read);
    }

    /** Asks a job to stop with a savepoint of this name and answers at once; {@link #savepoint} tells what becomes of it. */
    public Future<JobStatus> stopWithSavepoint(String name, String savepoint) {
        JsonObject body = new JsonObject().put("mode", "savepoint").put("savepoint", savepoint);
        return send("stopJob", body.put("params", named(name))).map(JobJson::read);
    }

    /** Fails a running task as if a function of it had thrown, and answers at once with the status before. */
    public Future<JobStatus> failTask(String name, TaskId task) {
        JsonObject body = new JsonObject().put("task", task.toString());
        return send("failTask", body.put("params", named(name))).map(JobJson::read);
    }

    /** Checkpoints of the newest run of a job, newest first. */
    public Future<List<CheckpointStatus>> checkpoints(String name) {
        return send("listCheckpoints", new JsonObject().put("params", named(name)))
                .map(json -> json.getJsonArray("items").stream()
                        .map(item -> CheckpointJson.readCheckpoint((JsonObject) item))
                        .toList());
    }

    /** Recoveries of the newest run of a job, newest first. */
    public Future<List<RecoveryStatus>> recoveries(String name) {
        return send("listRecoveries", new JsonObject().put("params", named(name)))
                .map(json -> json.getJsonArray("items").stream()
                        .map(item -> RecoveryStatusJson.read((JsonObject) item))
                        .toList());
    }

    /** @param id from 1 */
    public Future<RecoveryStatus> recovery(String name, long id) {
        JsonObject params = named(name).put("id", Long.toString(id));
        return send("getRecovery", new JsonObject().put("params", params)).map(RecoveryStatusJson::read);
    }

    /** What the recoveries of the newest run of a job have cost. */
    public Future<LossStatus> loss(String name) {
        return send("getLoss", new JsonObject().put("params", named(name))).map(LossJson::read);
    }

    /** Savepoints of a job, oldest first, and those that are under way. */
    public Future<List<SavepointStatus>> savepoints(String name) {
        return send("listSavepoints", new JsonObject().put("params", named(name)))
                .map(json -> json.getJsonArray("items").stream()
                        .map(item -> CheckpointJson.readSavepoint((JsonObject) item))
                        .toList());
    }

    /** Asks for a savepoint and answers at once; {@link #savepoint} tells when it is complete. */
    public Future<SavepointStatus> triggerSavepoint(String name, String savepoint) {
        JsonObject body = new JsonObject().put("name", savepoint);
        return send("triggerSavepoint", body.put("params", named(name))).map(CheckpointJson::readSavepoint);
    }

    public Future<SavepointStatus> savepoint(String name, String savepoint) {
        return send("getSavepoint", new JsonObject().put("params", named(name, savepoint)))
                .map(CheckpointJson::readSavepoint);
    }

    /** Deletes a savepoint, and the state that nothing else refers to. */
    public Future<SavepointStatus> deleteSavepoint(String name, String savepoint) {
        return send("deleteSavepoint", new JsonObject().put("params", named(name, savepoint)))
                .map(CheckpointJson::readSavepoint);
    }

    /** What is wrong with a submission; nothing if it can run. */
    public Future<List<Problem>> validate(Submission submission) {
        return send("validateJob", submission.toJson())
                .map(json -> json.getJsonArray("problems", new JsonArray()).stream()
                        .flatMap(problem -> Problem.parse(((JsonObject) problem).encode()).stream())
                        .toList());
    }

    /** Any operation of the contract, with its JSON. */
    public Future<JsonObject> send(String operation, JsonObject body) {
        String key = UUID.randomUUID().toString();
        return attempt(new ApiRequest(operation, body, key, key), 0);
    }

    private Future<JsonObject> attempt(ApiRequest request, int retries) {
        return bus.request(ApiAddress.ANY_NODE, request, settings.timeoutMs())
                .map(ApiReply::body)
                .recover(failure -> retries < settings.retriesMax() && mayPass(failure)
                        ? vertx.timer((long) settings.pauseMs() << retries).compose(v -> attempt(request, retries + 1))
                        : Future.failedFuture(failure));
    }

    private static boolean mayPass(Throwable failure) {
        return failure instanceof ProblemException answer
                && answer.problem().code().isTransient();
    }

    private static JsonObject named(String name) {
        return new JsonObject().put("name", name);
    }

    private static JsonObject named(String name, String savepoint) {
        return named(name).put("savepoint", savepoint);
    }
}
