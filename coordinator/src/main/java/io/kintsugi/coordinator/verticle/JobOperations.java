package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.artifact.ArtifactId;
import io.kintsugi.cluster.artifact.JobLoader;
import io.kintsugi.cluster.artifact.JobProgram;
import io.kintsugi.cluster.artifact.LoadedJob;
import io.kintsugi.cluster.client.ApiReply;
import io.kintsugi.cluster.client.JobJson;
import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemError;
import io.kintsugi.cluster.client.ProblemException;
import io.kintsugi.cluster.client.RecoveryErrors;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Words;
import io.kintsugi.core.protocol.JobStatus;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The operations on jobs, between the JSON of the contract and the leader's directory. */
final class JobOperations {
    private static final String JOBS = "/api/v1/jobs/";

    private final JobDirectory jobs;
    private final JobLoader loader;
    private final LongActions actions;

    JobOperations(JobDirectory jobs, JobLoader loader, LongActions actions) {
        this.jobs = jobs;
        this.loader = loader;
        this.actions = actions;
    }

    Future<ApiReply> submit(ApiCall call) {
        requireRecovery(call.body());
        JobProgram program = program(call.body());
        String name = call.body().getString("name");
        Future<String> jobName =
                name == null ? loader.inspect(program, loaded -> loaded.job().name()) : Future.succeededFuture(name);
        return jobName.compose(named -> jobs.submit(request(named, call.body(), false)))
                .map(submitted -> created(submitted.status()));
    }

    /** Says {@code created} to the one request that began the run. */
    Future<ApiReply> put(ApiCall call) {
        requireRecovery(call.body());
        String name = call.parameter("name");
        requireSameName(name, call.body().getString("name"));
        return jobs.submit(request(name, call.body(), true))
                .map(submitted -> submitted.begun()
                        ? created(submitted.status())
                        : ApiReply.ok(JobJson.detailed(submitted.status())));
    }

    Future<ApiReply> get(ApiCall call) {
        return jobs.get(call.parameter("name")).map(status -> ApiReply.ok(JobJson.detailed(status)));
    }

    Future<ApiReply> list(ApiCall call) {
        return jobs.list()
                .map(all ->
                        ItemPage.of(call, all.stream().map(JobJson::summary).toList(), job -> job.getString("name")));
    }

    Future<ApiReply> stop(ApiCall call) {
        StopMode mode = Words.constant(StopMode.class, call.body().getString("mode", Words.of(StopMode.DRAIN)));
        String savepoint = call.body().getString("savepoint");
        if (savepoint != null && mode != StopMode.SAVEPOINT) {
            return Future.failedFuture(Problem.of(
                            ProblemCode.INVALID_REQUEST,
                            List.of(ProblemError.at(
                                    "#/savepoint",
                                    "unexpected",
                                    "only a stop with the mode savepoint has one, the mode is " + Words.of(mode))))
                    .toException());
        }
        String name = call.parameter("name");
        Future<JobStatus> stopping = mode == StopMode.SAVEPOINT
                ? jobs.stopWithSavepoint(name, CheckpointOperations.nameOr(savepoint))
                : jobs.stop(name, mode);
        return stopping.compose(status -> actions.stopping(call, status));
    }

    Future<ApiReply> restart(ApiCall call) {
        String name = call.parameter("name");
        return jobs.restart(name, restartFrom(name, call.body())).compose(restart -> actions.restarting(call, restart));
    }

    private static @Nullable StartFrom restartFrom(String name, JsonObject body) {
        String from = body.getString("from", "latest");
        String savepoint = body.getString("savepoint");
        boolean allowUnmatched = body.getBoolean("allowUnmatchedState", false);
        if (from.equals("savepoint") == (savepoint == null)) {
            throw Problem.of(
                            ProblemCode.INVALID_REQUEST,
                            List.of(ProblemError.at(
                                    "#/savepoint",
                                    savepoint == null ? "missing-field" : "unexpected-field",
                                    "a savepoint is named exactly with from: savepoint, and from is " + from)))
                    .toException();
        }
        return switch (from) {
            case "savepoint" -> StartFrom.parse(savepoint, name, allowUnmatched);
            case "latest" -> StartFrom.newest(name, allowUnmatched);
            default -> null;
        };
    }

    /** Those on the class path of the leader that are listed as services. */
    Future<ApiReply> builders(ApiCall call) {
        return loader.builders()
                .map(names -> ItemPage.of(
                        call,
                        names.stream()
                                .map(name -> new JsonObject().put("builder", name))
                                .toList(),
                        item -> item.getString("builder")));
    }

    Future<ApiReply> delete(ApiCall call) {
        return jobs.delete(call.parameter("name")).map(status -> ApiReply.ok(JobJson.detailed(status)));
    }

    Future<ApiReply> failTask(ApiCall call) {
        TaskId task;
        try {
            task = TaskId.parse(call.body().getString("task"));
        } catch (IllegalArgumentException e) {
            return Future.failedFuture(new JobRejectedException(
                    JobRejectedException.Reason.NO_SUCH_TASK, String.valueOf(e.getMessage()), e));
        }
        return jobs.failTask(call.parameter("name"), task).map(status -> ApiReply.accepted(JobJson.detailed(status)));
    }

    /** An answer in any case but one: that the job cannot be judged now. */
    Future<ApiReply> validate(ApiCall call) {
        requireRecovery(call.body());
        String name = call.body().getString("name");
        return loader.inspect(program(call.body()), loaded -> judged(loaded, name))
                .compose(judged -> fitting(judged, call.body()))
                .recover(failure -> failure instanceof ProblemException known
                                && !known.problem().code().isTransient()
                        ? Future.succeededFuture(refused(known.problem()))
                        : Future.failedFuture(failure))
                .map(ApiReply::ok);
    }

    /**
     * A job that can be built.
     *
     * @param answer what is said of it if nothing else is in its way
     */
    private record Judged(String name, JobGraph graph, JsonObject answer) {}

    /** Fails with a problem if the job cannot begin with the savepoint that it asks for. */
    private Future<JsonObject> fitting(Judged judged, JsonObject body) {
        StartFrom from = from(judged.name(), body);
        return from == null
                ? Future.succeededFuture(judged.answer())
                : jobs.requireFit(judged.name(), from, judged.graph())
                        .map(judged.answer())
                        .recover(failure ->
                                Future.failedFuture(ApiFailure.problem(failure).toException()));
    }

    private static Judged judged(LoadedJob loaded, @Nullable String expectedName) {
        Job job = loaded.job();
        requireSameName(job.name(), expectedName);
        JsonObject answer = new JsonObject()
                .put("valid", true)
                .put("name", job.name())
                .put("fingerprint", job.graph().fingerprint())
                .put("plan", JobJson.plan(Plan.of(job.graph())))
                .put("parameters", JobJson.parameters(loaded.parameters()))
                .put("problems", new JsonArray());
        return new Judged(job.name(), job.graph(), answer);
    }

    private static JsonObject refused(Problem problem) {
        return new JsonObject().put("valid", false).put("problems", new JsonArray().add(problem.toJson()));
    }

    private static void requireSameName(String name, @Nullable String inBody) {
        if (inBody != null && !inBody.equals(name)) {
            throw Problem.of(
                            ProblemCode.NAME_MISMATCH,
                            List.of(ProblemError.at(
                                    "#/name",
                                    "name-mismatch",
                                    "the job is called '%s', the body says '%s'".formatted(name, inBody))))
                    .toException();
        }
    }

    private static void requireRecovery(JsonObject body) {
        List<ProblemError> errors = RecoveryErrors.of(recovery(body));
        if (!errors.isEmpty()) {
            throw Problem.of(ProblemCode.INVALID_REQUEST, errors).toException();
        }
    }

    private static JsonObject recovery(JsonObject body) {
        return body.getJsonObject("recovery", new JsonObject());
    }

    private static JobProgram program(JsonObject body) {
        JsonObject program = body.getJsonObject("program");
        return new JobProgram(
                program.getString("builder"),
                JobJson.texts(program.getJsonObject("params", new JsonObject())),
                Optional.ofNullable(program.getString("artifact")).map(ArtifactId::new));
    }

    private static SubmitRequest request(String name, JsonObject body, boolean idempotent) {
        JobProgram program = program(body);
        return new SubmitRequest(
                name,
                program.builder(),
                program.parameters(),
                program.artifact().map(ArtifactId::digest).orElse(null),
                from(name, body),
                recovery(body),
                idempotent);
    }

    private static @Nullable StartFrom from(String name, JsonObject body) {
        String savepoint = body.getString("fromSavepoint");
        return savepoint == null
                ? null
                : StartFrom.parse(savepoint, name, body.getBoolean("allowUnmatchedState", false));
    }

    private static ApiReply created(JobStatus status) {
        return ApiReply.created(JOBS + status.spec().id().name(), JobJson.detailed(status));
    }
}
