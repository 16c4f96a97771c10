package io.kintsugi.coordinator.verticle;

import io.kintsugi.coordinator.checkpoint.CheckpointedJob;
import io.kintsugi.coordinator.checkpoint.Participants;
import io.kintsugi.coordinator.checkpoint.StoredCheckpoints;
import io.kintsugi.coordinator.history.JobHistory;
import io.kintsugi.coordinator.job.JobMaster;
import io.kintsugi.coordinator.job.JobToRun;
import io.kintsugi.coordinator.schedule.Placement;
import io.kintsugi.coordinator.schedule.PlacementResult;
import io.kintsugi.coordinator.schedule.Scheduler;
import io.kintsugi.coordinator.verticle.JobRejectedException.Reason;
import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.layout.GraphOutline;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.Names;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.recovery.Checkpointing;
import io.kintsugi.core.recovery.Recovery;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The way of one job from the request to its first commands: number, build, plan, place. On the leader's loop only. */
final class Submission {
    private final SubmitRequest request;
    private final @Nullable StartFrom from;
    private final Reign reign;
    private final LeaderParts parts;
    private final Loop loop;
    private final Promise<JobStatus> outcome = Promise.promise();

    /** @param from what the run begins with, whatever the request says of it */
    Submission(SubmitRequest request, @Nullable StartFrom from, Reign reign) {
        this.request = request;
        this.from = from;
        this.reign = reign;
        this.parts = reign.parts();
        this.loop = reign.loop();
    }

    SubmitRequest request() {
        return request;
    }

    Future<JobStatus> outcome() {
        return outcome.future();
    }

    Future<JobStatus> run() {
        try {
            Names.requireJobName(request.name());
        } catch (IllegalArgumentException e) {
            outcome.fail(new JobRejectedException(Reason.INVALID_JOB, String.valueOf(e.getMessage()), e));
            return outcome();
        }
        loop.blocking(() -> reign.runs().next(request.name(), parts.membership().self()))
                .compose(this::build)
                .onComplete(outcome);
        return outcome();
    }

    private Future<JobStatus> build(JobId id) {
        JobSpec unbuilt = new JobSpec(id, request.builder(), request.parameters(), request.artifact(), "");
        return loop.bring(parts.compiler().compile(unbuilt))
                .recover(failure -> Future.failedFuture(new JobRejectedException(
                        Reason.INVALID_JOB, "job '" + request.name() + "': " + failure.getMessage(), failure)))
                .compose(graph -> stored(graph)
                        .compose(found -> reachedWorkers().compose(settled -> place(id, graph, found)))
                        .onFailure(failure -> parts.compiler().release(id)));
    }

    /** What the store holds for a job with checkpoints; nothing for one without. */
    private Future<StoredCheckpoints> stored(JobGraph graph) {
        if (graph.checkpointing().isPresent()) {
            return reign.savepoints().forStart(request.name(), from, Plan.of(graph));
        }
        return from == null
                ? Future.succeededFuture(StoredCheckpoints.none())
                : Future.failedFuture(new JobRejectedException(
                        Reason.NOT_CHECKPOINTED,
                        "job '%s' stores no state, so it cannot begin with %s: it needs checkpointed(interval)"
                                .formatted(request.name(), from)));
    }

    /** Also those that joined a moment ago, of whom the leader may not have been told yet. */
    private Future<Void> reachedWorkers() {
        if (!reign.isOver()) {
            reign.membersChanged();
        }
        return reign.workers().settled();
    }

    private JobSpec spec(JobId id, JobGraph graph, Recovery recovery) {
        return new JobSpec(
                id, request.builder(), request.parameters(), request.artifact(), graph.fingerprint(), recovery);
    }

    private Future<JobStatus> place(JobId id, JobGraph graph, StoredCheckpoints found) {
        if (reign.isOver()) {
            return Future.failedFuture(LeaderVerticle.notLeading(parts.membership()));
        }
        Plan plan = Plan.of(graph);
        PlacementResult result = Scheduler.place(plan, reign.offers());
        if (result instanceof PlacementResult.NotEnoughSlots few) {
            return Future.failedFuture(new JobRejectedException(
                    Reason.NOT_ENOUGH_SLOTS, "job '" + request.name() + "': " + few.message() + notAnswering()));
        }
        Placement placement = ((PlacementResult.Placed) result).placement();
        Recovery recovery = request.recovery(graph, parts.recovery());
        return Future.succeededFuture(begin(new JobToRun(
                spec(id, graph, recovery),
                plan,
                placement,
                reign.term(),
                recovery,
                graph.checkpointing()
                        .map(rules -> checkpointed(id, plan, rules, found))
                        .orElse(null))));
    }

    private CheckpointedJob checkpointed(JobId id, Plan plan, Checkpointing rules, StoredCheckpoints found) {
        return new CheckpointedJob(
                id,
                reign.term(),
                plan.keyGroups(),
                Participants.of(plan),
                rules,
                parts.checkpoints().retainedMax(),
                found);
    }

    private String notAnswering() {
        List<String> unreached = reign.workers().unreached();
        return unreached.isEmpty() ? "" : "; workers that have joined and do not answer yet: " + unreached;
    }

    private JobStatus begin(JobToRun job) {
        JobMaster master = new JobMaster(job, parts.settings(), new Random(), Loop.nowMs());
        JobHistory history =
                new JobHistory(job.spec().id(), GraphOutline.of(job.plan()), parts.history(), reign.events());
        JobRunner runner = new JobRunner(master, request, history, reign);
        reign.begin(runner);
        return runner.status();
    }
}
