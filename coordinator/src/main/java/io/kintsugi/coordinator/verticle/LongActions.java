package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.client.ApiReply;
import io.kintsugi.cluster.client.CheckpointJson;
import io.kintsugi.cluster.client.JobJson;
import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.core.config.ApiSettings;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.Words;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.SavepointStatus;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What was asked for and takes a while. How far it is is derived from the job when somebody asks, so nothing here can go out
 * of step. Kept by the leader alone, a bounded number. Any thread may call.
 */
final class LongActions {
    private static final String PATH = "/api/v1/operations/";
    private static final Pattern WAIT = Pattern.compile("(?:^|[,;\\s])wait=([0-9]{1,6})");

    /** Between two looks while somebody waits. */
    private static final long LOOK_AGAIN_MS = 50;

    private final Vertx vertx;
    private final ApiSettings settings;
    private final JobDirectory jobs;
    private final Map<String, Action> actions = new LinkedHashMap<>();

    /** @param look how far it is now */
    private record Action(
            String id, String kind, JsonObject subject, Instant startedAt, Supplier<Future<Progress>> look) {}

    /**
     * How far an action is.
     *
     * @param json what its operation says besides
     */
    private record Progress(State state, String text, JsonObject json) {
        static Progress running(String text) {
            return new Progress(State.RUNNING, text, new JsonObject());
        }

        static Progress done(String text, JsonObject result) {
            return new Progress(State.DONE, text, new JsonObject().put("result", result));
        }

        static Progress failed(Problem problem) {
            return new Progress(State.FAILED, problem.detail(), new JsonObject().put("problem", problem.toJson()));
        }
    }

    private enum State {
        RUNNING,
        DONE,
        FAILED
    }

    LongActions(Vertx vertx, ApiSettings settings, JobDirectory jobs) {
        this.vertx = vertx;
        this.settings = settings;
        this.jobs = jobs;
    }

    /** A run was asked to stop. */
    Future<ApiReply> stopping(ApiCall call, JobStatus status) {
        JobId run = status.spec().id();
        Action action = begin(
                "stop",
                run,
                () -> jobs.get(run.name())
                        .map(now -> isOver(now, run)
                                ? Progress.done("the run has ended", JobJson.summary(now))
                                : Progress.running(left(now))));
        return answer(
                call,
                action,
                JobJson.detailed(status),
                () -> jobs.get(run.name()).map(JobJson::detailed));
    }

    private static boolean isOver(JobStatus now, JobId run) {
        return now.state().isTerminal() || !now.spec().id().equals(run);
    }

    private static String left(JobStatus now) {
        long gone =
                now.tasks().stream().filter(task -> task.state().isTerminal()).count();
        return "%s: %d of %s %s gone"
                .formatted(now.state(), gone, Words.count(now.tasks().size(), "task"), Words.verb(gone, "is", "are"));
    }

    /** A run was asked to end and the next to begin. */
    Future<ApiReply> restarting(ApiCall call, JobDirectory.Restarting restart) {
        JobId run = restart.before().spec().id();
        Action action = begin("restart", run, () -> begun(run.name(), restart.begun()));
        return answer(
                call,
                action,
                JobJson.detailed(restart.before()),
                () -> jobs.get(run.name()).map(JobJson::detailed));
    }

    private Future<Progress> begun(String name, Future<JobStatus> next) {
        if (!next.isComplete()) {
            return Future.succeededFuture(Progress.running("the run before has not ended yet"));
        }
        if (next.failed()) {
            return Future.succeededFuture(Progress.failed(ApiFailure.problem(next.cause())));
        }
        long run = next.result().spec().id().run();
        return jobs.get(name)
                .map(now -> now.state() == JobState.DEPLOYING && now.spec().id().run() == run
                        ? Progress.running("run " + run + " is being deployed")
                        : Progress.done("run " + run + " has begun", JobJson.summary(now)));
    }

    /** A savepoint was asked for. */
    Future<ApiReply> saving(ApiCall call, SavepointStatus status) {
        String job = status.job().name();
        Action action = begin("savepoint", status.job(), () -> saved(job, status.name()));
        return answer(
                call,
                action,
                CheckpointJson.write(status),
                () -> jobs.savepoint(job, status.name()).map(CheckpointJson::write));
    }

    private Future<Progress> saved(String job, String savepoint) {
        return jobs.savepoint(job, savepoint).map(status -> switch (status.state()) {
            case PENDING -> Progress.running("not all tasks have stored their state");
            case COMPLETED -> Progress.done("the savepoint is complete", CheckpointJson.write(status));
            case DISCARDED ->
                Progress.failed(Problem.of(
                        ProblemCode.SAVEPOINT_FAILED,
                        "savepoint %s/%s: %s".formatted(job, savepoint, status.reason())));
        });
    }

    /** A node was asked to let its tasks go. */
    Future<ApiReply> draining(ApiCall call, NodeStanding drain) {
        JsonObject subject = new JsonObject().put("node", drain.node().name());
        Action action =
                begin("drain", subject, () -> jobs.standingOf(drain.node()).map(LongActions::drained));
        return answer(
                call,
                action,
                StandingOperations.json(drain),
                () -> jobs.standingOf(drain.node()).map(StandingOperations::json));
    }

    private static Progress drained(NodeStanding now) {
        return switch (now.state()) {
            case DRAINING ->
                Progress.running("%s %s left"
                        .formatted(Words.count(now.tasksLeft(), "task"), Words.verb(now.tasksLeft(), "is", "are")));
            case DRAINED -> Progress.done("no task is left", StandingOperations.json(now));
            case ACTIVE, UNREACHED, QUARANTINED ->
                Progress.failed(Problem.of(
                        ProblemCode.CANNOT_DRAIN,
                        "node %s is drained no more: somebody has taken that back"
                                .formatted(now.node().name())));
        };
    }

    private Action begin(String kind, JobId job, Supplier<Future<Progress>> look) {
        return begin(kind, new JsonObject().put("job", job.name()).put("run", Long.toString(job.run())), look);
    }

    private synchronized Action begin(String kind, JsonObject subject, Supplier<Future<Progress>> look) {
        Action action = new Action(UUID.randomUUID().toString(), kind, subject, Instant.now(), look);
        actions.put(action.id(), action);
        if (actions.size() > settings.operationsMax()) {
            actions.remove(actions.keySet().iterator().next());
        }
        return action;
    }

    /** At once, or when the action is over if the caller prefers to wait for that and it is in time. */
    private Future<ApiReply> answer(
            ApiCall call, Action action, JsonObject before, Supplier<Future<JsonObject>> after) {
        String location = PATH + action.id();
        ApiReply accepted = new ApiReply(202, location, before);
        long waitMs = waitMs(call);
        if (waitMs == 0) {
            return Future.succeededFuture(accepted);
        }
        long deadlineMs = System.currentTimeMillis() + waitMs;
        return over(action, deadlineMs)
                .compose(over -> over
                        ? after.get().map(body -> new ApiReply(200, location, body))
                        : Future.succeededFuture(accepted));
    }

    private Future<Boolean> over(Action action, long deadlineMs) {
        return action.look().get().compose(progress -> {
            if (progress.state() != State.RUNNING) {
                return Future.succeededFuture(true);
            }
            return System.currentTimeMillis() >= deadlineMs
                    ? Future.succeededFuture(false)
                    : vertx.timer(LOOK_AGAIN_MS).compose(again -> over(action, deadlineMs));
        });
    }

    /** What the caller prefers to wait, {@code wait=10} in seconds, as far as it may; other preferences mean nothing here. */
    private long waitMs(ApiCall call) {
        Matcher wait = WAIT.matcher(call.parameters().getString("prefer", ""));
        return wait.find() ? Math.min(settings.waitMsMax(), 1_000L * Long.parseLong(wait.group(1))) : 0;
    }

    Future<ApiReply> get(ApiCall call) {
        Action action = find(call.parameter("id"));
        return action.look()
                .get()
                .map(progress -> ApiReply.ok(new JsonObject()
                        .put("id", action.id())
                        .put("kind", action.kind())
                        .mergeIn(action.subject())
                        .put("startedAt", action.startedAt().toString())
                        .put("state", progress.state().name())
                        .put("text", progress.text())
                        .mergeIn(progress.json())));
    }

    private synchronized Action find(String id) {
        Action action = actions.get(id);
        if (action == null) {
            throw Problem.of(
                            ProblemCode.UNKNOWN_ACTION,
                            "the leader knows no operation " + id
                                    + "; the newest are kept, and a new leader begins anew")
                    .toException();
        }
        return action;
    }
}
