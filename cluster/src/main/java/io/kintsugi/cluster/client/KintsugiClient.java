package io.kintsugi.cluster.client;

import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Words;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LoggedEvent;
import io.kintsugi.core.protocol.LoggedFailure;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.protocol.SavepointStatus;
import io.kintsugi.core.protocol.TaskStatus;
import io.kintsugi.core.recovery.Recovery;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
    /** As many entries of a log as an answer can have. */
    private static final int EVENTS_MAX = 1_000;

    private final Vertx vertx;
    private final ApiAddress bus;
    private final ClientSettings settings;
    private final ApiCredentials credentials;

    private KintsugiClient(Vertx vertx, ApiAddress bus, ClientSettings settings, ApiCredentials credentials) {
        this.vertx = vertx;
        this.bus = bus;
        this.settings = settings;
        this.credentials = credentials;
    }

    public static KintsugiClient create(Vertx vertx) {
        return create(vertx, ClientSettings.defaults());
    }

    public static KintsugiClient create(Vertx vertx, ClientSettings settings) {
        return new KintsugiClient(vertx, new ApiAddress(vertx), settings, ApiCredentials.none());
    }

    /** The same for a cluster that asks who calls. */
    public KintsugiClient as(ApiCredentials caller) {
        return new KintsugiClient(vertx, bus, settings, caller);
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
        return jobsAfter("", new ArrayList<>());
    }

    /** The answer comes in pages. */
    private Future<List<JobStatus>> jobsAfter(String cursor, List<JobStatus> found) {
        JsonObject params = cursor.isEmpty() ? new JsonObject() : new JsonObject().put("cursor", cursor);
        return send("listJobs", new JsonObject().put("params", params)).compose(json -> {
            json.getJsonArray("items").forEach(item -> found.add(JobJson.read((JsonObject) item)));
            String next = json.getString("nextCursor");
            return next == null ? Future.succeededFuture(found) : jobsAfter(next, found);
        });
    }

    /** Asks a job to stop and answers at once; no change if it has ended. A savepoint is named after the time. */
    public Future<JobStatus> stop(String name, StopMode mode) {
        JsonObject body = new JsonObject().put("mode", Words.of(mode));
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

    /**
     * Ends the newest run of a job, if it lives, and begins the next with the same words; answers at once with the run that
     * ends.
     *
     * @param savepoint name of a savepoint of the job, or {@code job/name}; null: the newest checkpoint
     */
    public Future<JobStatus> restart(String name, @Nullable String savepoint) {
        JsonObject body = savepoint == null
                ? new JsonObject().put("from", "latest")
                : new JsonObject().put("from", "savepoint").put("savepoint", savepoint);
        return send("restartJob", body.put("params", named(name))).map(JobJson::read);
    }

    /** Like {@link #restart}; the next run begins with no state. */
    public Future<JobStatus> restartEmpty(String name) {
        JsonObject body = new JsonObject().put("from", "none");
        return send("restartJob", body.put("params", named(name))).map(JobJson::read);
    }

    /** Forgets a job that has ended, and deletes its checkpoints; the answer is what was forgotten. */
    public Future<JobStatus> delete(String name) {
        return send("deleteJob", new JsonObject().put("params", named(name))).map(JobJson::read);
    }

    /** The nodes as one of them sees them, as the contract describes them. */
    public Future<JsonObject> nodes() {
        return send("listNodes", new JsonObject());
    }

    /**
     * One node as one of them sees it.
     *
     * @param node incarnation or name
     */
    public Future<JsonObject> node(String node) {
        return send("getNode", new JsonObject().put("params", new JsonObject().put("node", node)));
    }

    /**
     * Has the tasks of a node move to other workers; answers at once with how far that is, as the contract describes it. Asked again it
     * tells how far it is by then.
     *
     * @param node incarnation or name
     */
    public Future<JsonObject> drain(String node) {
        return send("drainNode", new JsonObject().put("params", new JsonObject().put("node", node)));
    }

    /** Has a node take tasks again. */
    public Future<JsonObject> undrain(String node) {
        return send("undrainNode", new JsonObject().put("params", new JsonObject().put("node", node)));
    }

    /**
     * Lets no task begin on a node for a while; those that it has work on. Asked again, the last end and reason count.
     *
     * @param node incarnation or name
     * @param reason for people
     */
    public Future<JsonObject> quarantine(String node, Instant until, String reason) {
        return send(
                "quarantineNode",
                new JsonObject()
                        .put("until", until.toString())
                        .put("reason", reason)
                        .put("params", new JsonObject().put("node", node)));
    }

    /** Ends the quarantine of a node before its time. */
    public Future<JsonObject> release(String node) {
        return send("releaseNode", new JsonObject().put("params", new JsonObject().put("node", node)));
    }

    /** The newest attempt of a task. */
    public Future<TaskStatus> task(String name, TaskId task) {
        JsonObject params = named(name).put("task", task.toString());
        return send("getTask", new JsonObject().put("params", params)).map(TaskJson::read);
    }

    /** The graph of a job with the places of its picture, as the contract describes it. */
    public Future<JsonObject> graph(String name) {
        return send("getGraph", new JsonObject().put("params", named(name)));
    }

    /** What the vertices of a job did lately, as the contract describes it. */
    public Future<JsonObject> metrics(String name, long windowMs, long stepMs) {
        JsonObject params = named(name).put("windowMs", windowMs).put("stepMs", stepMs);
        return send("getJobMetrics", new JsonObject().put("params", params));
    }

    /** What happened to the newest run of a job after the event of this number, newest first, a thousand at most. */
    public Future<List<LoggedEvent>> events(String name, long after) {
        JsonObject params = named(name).put("after", Long.toString(after)).put("limit", EVENTS_MAX);
        return send("listEvents", new JsonObject().put("params", params)).map(KintsugiClient::events);
    }

    /** What happened to nodes and jobs since the leader leads, after the event of this number, newest first. */
    public Future<List<LoggedEvent>> clusterEvents(long after) {
        JsonObject params = new JsonObject().put("after", Long.toString(after)).put("limit", EVENTS_MAX);
        return send("listClusterEvents", new JsonObject().put("params", params)).map(KintsugiClient::events);
    }

    private static List<LoggedEvent> events(JsonObject json) {
        return json.getJsonArray("items").stream()
                .map(item -> LogJson.readEvent((JsonObject) item))
                .toList();
    }

    /** What failed in the newest run of a job, newest first, a thousand at most. */
    public Future<List<LoggedFailure>> errors(String name) {
        JsonObject params = named(name).put("limit", EVENTS_MAX);
        return send("listErrors", new JsonObject().put("params", params))
                .map(json -> json.getJsonArray("items").stream()
                        .map(item -> LogJson.readFailure((JsonObject) item))
                        .toList());
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
        return attempt(new ApiRequest(operation, body, key, key, credentials.authorization(operation, key)), 0);
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
