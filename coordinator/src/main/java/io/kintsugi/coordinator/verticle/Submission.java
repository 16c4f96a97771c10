package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.storage.StoredJob;
import io.kintsugi.coordinator.checkpoint.StoredCheckpoints;
import io.kintsugi.coordinator.job.JobEvent;
import io.kintsugi.coordinator.schedule.PlacementResult;
import io.kintsugi.coordinator.schedule.Scheduler;
import io.kintsugi.coordinator.verticle.JobRejectedException.Reason;
import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.Names;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.recovery.Recovery;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
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

    /** What the store holds for a job with checkpoints or supersteps; nothing for one without. */
    private Future<StoredCheckpoints> stored(JobGraph graph) {
        if (graph.checkpointing().isPresent() || from != null) {
            return reign.savepoints().forStart(request.name(), from, graph);
        }
        return graph.iterates()
                ? reign.snapshots().read(request.name())
                : Future.succeededFuture(StoredCheckpoints.none());
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
        PlacementResult result = offered(plan);
        if (result instanceof PlacementResult.NotEnoughSlots few) {
            return Future.failedFuture(notEnough(few));
        }
        Recovery recovery = request.recovery(graph, parts.recovery());
        StoredJob stored = new StoredJob(
                spec(id, graph, recovery),
                from == null ? null : from.toStored(),
                request.recovery(),
                reign.term(),
                Loop.nowMs());
        return loop.blocking(() -> reign.store().submitted(stored)).compose(outcome -> switch (outcome) {
            case STORED -> placeStored(stored, graph, found);
            case WITHDRAWN -> Future.failedFuture(LeaderVerticle.notLeading(parts.membership()));
            case TAKEN_OVER ->
                JobRejectedException.future(
                        Reason.NOT_LEADING,
                        "job '%s' runs, but under another leader: ask there".formatted(request.name()));
        });
    }

    /** Slots may have gone meanwhile. */
    private Future<JobStatus> placeStored(StoredJob stored, JobGraph graph, StoredCheckpoints found) {
        JobId id = stored.spec().id();
        Plan plan = Plan.of(graph);
        PlacementResult result = offered(plan);
        if (result instanceof PlacementResult.NotEnoughSlots few) {
            return loop.doBlocking(() -> reign.store().forget(id))
                    .compose(forgotten -> Future.failedFuture(notEnough(few)));
        }
        if (reign.isOver()) {
            return Future.failedFuture(LeaderVerticle.notLeading(parts.membership()));
        }
        JobRunner runner = JobParts.runner(
                new JobParts.Origin(stored, request),
                graph,
                found,
                ((PlacementResult.Placed) result).placement(),
                reign);
        reign.begin(runner, new JobEvent.JobSubmitted());
        return Future.succeededFuture(runner.status());
    }

    private PlacementResult offered(Plan plan) {
        return plan.isBatch() ? Scheduler.placeBatch(plan, reign.offers()) : Scheduler.place(plan, reign.offers());
    }

    private JobRejectedException notEnough(PlacementResult.NotEnoughSlots few) {
        return new JobRejectedException(
                Reason.NOT_ENOUGH_SLOTS, "job '" + request.name() + "': " + few.message() + notAnswering());
    }

    private String notAnswering() {
        List<String> unreached = reign.workers().unreached();
        return unreached.isEmpty() ? "" : "; workers that have joined and do not answer yet: " + unreached;
    }
}
