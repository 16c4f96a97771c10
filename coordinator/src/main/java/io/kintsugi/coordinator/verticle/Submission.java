package io.kintsugi.coordinator.verticle;

import io.kintsugi.coordinator.job.JobMaster;
import io.kintsugi.coordinator.job.JobToRun;
import io.kintsugi.coordinator.schedule.Placement;
import io.kintsugi.coordinator.schedule.PlacementResult;
import io.kintsugi.coordinator.schedule.Scheduler;
import io.kintsugi.coordinator.verticle.JobRejectedException.Reason;
import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.Names;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.JobStatus;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;

/** The way of one job from the request to its first commands: number, build, plan, place. On the leader's loop only. */
final class Submission {
    private final SubmitRequest request;
    private final Reign reign;
    private final LeaderParts parts;
    private final Loop loop;
    private final Promise<JobStatus> outcome = Promise.promise();

    Submission(SubmitRequest request, Reign reign) {
        this.request = request;
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
        JobSpec unbuilt = spec(id, "");
        return loop.bring(parts.compiler().compile(unbuilt))
                .recover(failure -> Future.failedFuture(new JobRejectedException(
                        Reason.INVALID_JOB, "job '" + request.name() + "': " + failure.getMessage(), failure)))
                .compose(graph -> reign.workers()
                        .settled()
                        .compose(settled -> place(id, graph))
                        .onFailure(failure -> parts.compiler().release(id)));
    }

    private JobSpec spec(JobId id, String fingerprint) {
        return new JobSpec(id, request.builder(), request.parameters(), request.artifact(), fingerprint);
    }

    private Future<JobStatus> place(JobId id, JobGraph graph) {
        if (reign.isOver()) {
            return Future.failedFuture(LeaderVerticle.notLeading(parts.membership()));
        }
        Plan plan = Plan.of(graph);
        PlacementResult result = Scheduler.place(plan, reign.workers().offers(reign::slotsHeld));
        if (result instanceof PlacementResult.NotEnoughSlots few) {
            return Future.failedFuture(new JobRejectedException(
                    Reason.NOT_ENOUGH_SLOTS, "job '" + request.name() + "': " + few.message() + notAnswering()));
        }
        return Future.succeededFuture(begin(id, graph, plan, ((PlacementResult.Placed) result).placement()));
    }

    private String notAnswering() {
        List<String> unreached = reign.workers().unreached();
        return unreached.isEmpty() ? "" : "; workers that have joined and do not answer yet: " + unreached;
    }

    private JobStatus begin(JobId id, JobGraph graph, Plan plan, Placement placement) {
        JobToRun job = new JobToRun(spec(id, graph.fingerprint()), plan, placement, reign.term());
        JobMaster master = new JobMaster(job, parts.settings(), Loop.nowMs());
        JobRunner runner = new JobRunner(master, request, placement, parts.bus(), loop, reign::ended);
        reign.begin(runner);
        return runner.status();
    }
}
