package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.checkpoint.CheckpointEvent;
import io.kintsugi.coordinator.checkpoint.Supersteps;
import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.VersionId;
import java.util.List;

/** Orders what follows for the tasks of iterations and for the store from where {@link Supersteps} says that these are. */
final class BatchSupersteps {
    private final JobTasks tasks;
    private final Supersteps supersteps;
    private final Deployment deployment;
    private final Outbox out;

    BatchSupersteps(JobTasks tasks, Supersteps supersteps, Deployment deployment, Outbox out) {
        this.tasks = tasks;
        this.supersteps = supersteps;
        this.deployment = deployment;
        this.out = out;
    }

    /** What comes from an attempt that is replaced, or of a job that ends, is of no use. */
    void stored(WorkerEvent.SuperstepStored event) {
        boolean counts = tasks.current(event.job(), event.attempt()).isPresent()
                && event.version().checkpoint()
                        == supersteps.begins(event.attempt().task()).minCheckpoint() + 1;
        delete(
                counts
                        ? supersteps.stored(event.version(), event.measure())
                        : List.of(event.version().id()));
    }

    /** What became of the manifest of a superstep. */
    void told(CheckpointEvent event) {
        if (event instanceof CheckpointEvent.ManifestStored stored) {
            deleteAll(supersteps.manifestStored(stored.manifest()));
        } else if (event instanceof CheckpointEvent.ManifestRefused refused) {
            supersteps
                    .refused(refused.checkpoint())
                    .ifPresent(superstep -> out.warn(
                            "superstep %d of iteration %s is not known to the store (%s): another leader would go on before it"
                                    .formatted(superstep.number(), superstep.iteration(), refused.reason())));
        }
    }

    /** Those whose superstep is complete wait for their turn in the next. */
    void advance(BatchStages stages, long nowMs) {
        for (Supersteps.Completed completed : supersteps.advance(stages::finished, nowMs)) {
            out.add(new JobCommand.StoreManifest(completed.manifest(), null));
            Manifest.Superstep superstep = completed.superstep();
            String reason = completed.over()
                    ? "iteration %s is over behind superstep %d".formatted(superstep.iteration(), superstep.number())
                    : "superstep %d of iteration %s".formatted(superstep.number() + 1, superstep.iteration());
            completed.next().stream().map(tasks::get).forEach(task -> beginNext(task, reason));
        }
    }

    /** Nobody reads any more what the attempt before has kept. */
    private void beginNext(TaskExecution task, String reason) {
        if (!tasks.lost().contains(task.worker())) {
            deployment.cancel(task.worker(), task.attempt());
        }
        out.moved(task.waitForNext(reason));
    }

    /** The job has ended: nothing of it stays in the store. */
    void end(JobId job) {
        if (supersteps.areThere()) {
            deleteAll(supersteps.end());
            out.add(new JobCommand.SweepVersions(job, List.of()));
        }
    }

    private void deleteAll(List<Supersteps.Unneeded> unneeded) {
        for (Supersteps.Unneeded one : unneeded) {
            one.manifest()
                    .ifPresentOrElse(
                            manifest -> out.add(new JobCommand.DeleteManifest(manifest, one.versions())),
                            () -> delete(one.versions()));
        }
    }

    private void delete(List<VersionId> versions) {
        if (!versions.isEmpty()) {
            out.add(new JobCommand.DeleteVersions(versions));
        }
    }
}
