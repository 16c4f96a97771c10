package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.storage.DrainStore;
import io.kintsugi.cluster.storage.JobStore;
import io.kintsugi.cluster.storage.QuarantineStore;
import io.kintsugi.cluster.storage.StoredJob;
import io.kintsugi.coordinator.checkpoint.StoredCheckpoints;
import io.kintsugi.coordinator.job.JobEvent;
import io.kintsugi.coordinator.job.Survey;
import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.VersionId;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first thing that a leader does: it finds the jobs of leaders before, hears from the workers what of them runs, and goes on
 * with it. On the leader's loop only.
 *
 * <pre>
 * living jobs from the store ──▶ every worker in view answers, or is given up ──▶ each job: build, checkpoints, survey ──▶ led
 * </pre>
 */
final class Takeover {
    private static final Logger LOG = LoggerFactory.getLogger(Takeover.class);

    /** Pause before what did not work is tried again. */
    private static final long AGAIN_MS = 500;

    private final Reign reign;
    private final LeaderParts parts;
    private final Loop loop;
    private final KnownJobs known;
    private final long beganMs = Loop.nowMs();

    Takeover(Reign reign, KnownJobs known) {
        this.reign = reign;
        this.parts = reign.parts();
        this.loop = reign.loop();
        this.known = known;
    }

    /** @param drained incarnations of nodes */
    private record Stored(JobStore.Found jobs, List<String> drained, QuarantineStore.Found quarantines) {}

    /** Completes when each job has been tried once: from then on requests can be answered. */
    Future<Void> run() {
        return loop.blocking(() -> new Stored(
                        reign.store().takeOver(parts.settings().endedJobsMax()),
                        new DrainStore(parts.files()).all(),
                        new QuarantineStore(parts.files()).all()))
                .compose(this::takeOver, failure -> {
                    LOG.error(
                            "term={} cannot read which jobs there are, tries again cause=\"{}\"",
                            reign.term().value(),
                            failure.toString());
                    return again(this::run);
                });
    }

    private Future<Void> again(Supplier<Future<Void>> what) {
        return loop.pause(AGAIN_MS).compose(over -> reign.isOver() ? Future.succeededFuture() : what.get());
    }

    private Future<Void> takeOver(Stored stored) {
        JobStore.Found found = stored.jobs();
        reign.heldBack().drains().takeOver(stored.drained());
        reign.heldBack().quarantines().takeOver(stored.quarantines());
        found.damaged().forEach(damaged -> LOG.error("a stored job is lost: {}", damaged));
        found.ended().forEach(ended -> known.ended(ended.status(), SubmitRequest.of(ended.job())));
        found.living()
                .forEach(living -> known.waits(waiting(living.job()), SubmitRequest.of(living.job()), living.stop()));
        if (found.living().isEmpty()) {
            return Future.succeededFuture();
        }
        return reign.workers().answers(parts.takeover().answersMs()).compose(heard -> {
            warnOfSilent();
            List<Future<Void>> tried = new ArrayList<>();
            found.living().forEach(living -> tried.add(takeOver(living)));
            return Future.join(tried).<Void>mapEmpty().otherwiseEmpty();
        });
    }

    private void warnOfSilent() {
        List<String> silent = reign.workers().unreached();
        if (!silent.isEmpty()) {
            LOG.warn(
                    "workers={} have not answered within {} ms (takeover.answers-ms), so their tasks count as lost",
                    silent,
                    parts.takeover().answersMs());
        }
    }

    private static JobStatus waiting(StoredJob job) {
        return new JobStatus(job.spec(), JobState.DEPLOYING, job.submittedAtMs(), 0, 0, null, List.of());
    }

    /** Does not fail: what cannot be built now is tried again behind the back of whoever waits. */
    private Future<Void> takeOver(JobStore.Living living) {
        return tried(living).recover(failure -> {
            retry(living, failure);
            return Future.succeededFuture();
        });
    }

    private Future<Void> tried(JobStore.Living living) {
        JobId id = living.job().spec().id();
        return loop.bring(parts.compiler().compile(living.job().spec()))
                .compose(graph -> graph.fingerprint().equals(living.job().spec().fingerprint())
                        ? Future.succeededFuture(graph)
                        : Future.failedFuture(
                                "job %s: this node builds another graph than the leader before".formatted(id)))
                .compose(graph -> stored(living.job(), graph)
                        .compose(found -> reign.snapshots()
                                .versions(id)
                                .onSuccess(versions -> lead(living, graph, found, versions))))
                .mapEmpty();
    }

    private Future<StoredCheckpoints> stored(StoredJob job, JobGraph graph) {
        if (graph.checkpointing().isEmpty() && !graph.iterates()) {
            return Future.succeededFuture(StoredCheckpoints.none());
        }
        JobId id = job.spec().id();
        StartFrom from = StartFrom.of(job.from());
        return reign.snapshots().takeOver(id.name(), reign.term()).compose(found -> {
            boolean ownNone = found.checkpoints().stream()
                    .noneMatch(manifest -> manifest.job().equals(id));
            if (from == null) {
                return Future.succeededFuture(found);
            }
            Future<Optional<Manifest>> start =
                    ownNone ? reign.savepoints().startOf(from) : Future.succeededFuture(Optional.empty());
            return start.compose(savepoint -> ownNone && savepoint.isEmpty()
                    ? Future.failedFuture("job %s: savepoint %s, with which it began, is gone".formatted(id, from))
                    : Future.succeededFuture(new StoredCheckpoints(
                            found.checkpoints(), found.savepoints(), savepoint.orElse(null), from.allowUnmatched())));
        });
    }

    private void lead(JobStore.Living living, JobGraph graph, StoredCheckpoints found, List<VersionId> versions) {
        JobId id = living.job().spec().id();
        if (reign.isOver() || !known.waits(id)) {
            return;
        }
        List<Survey.Answer> answers = new ArrayList<>();
        known.answers()
                .forEach(inventory -> inventory.jobs().stream()
                        .filter(job -> job.spec().id().equals(id))
                        .forEach(job -> answers.add(new Survey.Answer(inventory.worker(), job))));
        Survey survey = new Survey(Plan.of(graph), answers, versions, reign.term());
        LOG.info(
                "job={} term={} is taken over after {} ms: {}",
                id,
                reign.term().value(),
                Loop.nowMs() - beganMs,
                survey.describe());
        JobRunner runner = JobParts.runner(
                new JobParts.Origin(living.job(), SubmitRequest.of(living.job())),
                graph,
                found,
                survey.placement(),
                reign);
        reign.begin(runner, new JobEvent.JobTakenOver(survey, known.stopOf(id)));
    }

    private void retry(JobStore.Living living, Throwable failure) {
        JobId id = living.job().spec().id();
        if (reign.isOver()) {
            return;
        }
        if (Loop.nowMs() - beganMs < parts.takeover().buildMs()) {
            LOG.warn("job={} cannot be taken over yet, tries again cause=\"{}\"", id, failure.toString());
            again(() -> takeOver(living));
            return;
        }
        StoredJob job = living.job();
        Failure cause = new Failure(
                "TakeoverFailed",
                "a new leader could not go on with it within %d ms (takeover.build-ms): %s"
                        .formatted(parts.takeover().buildMs(), failure.getMessage()),
                "");
        LOG.error("job={} FAILED cause=\"{}\"", id, cause);
        JobStatus failed =
                new JobStatus(job.spec(), JobState.FAILED, job.submittedAtMs(), Loop.nowMs(), 0, cause, List.of());
        known.ended(failed, SubmitRequest.of(job));
        reign.storeEnd(failed);
    }
}
