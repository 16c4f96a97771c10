package io.kintsugi.coordinator.checkpoint;

import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.VersionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a checkpoint coordinator orders. Each command knows the one effect that carries it out. */
public sealed interface CheckpointCommand {
    void execute(CheckpointEffects effects);

    /**
     * @param sources that are to store their state and send barriers
     * @param stops whether they are to say nothing behind these barriers
     */
    record Trigger(long checkpoint, long triggeredAtMs, List<TaskId> sources, boolean stops)
            implements CheckpointCommand {
        public Trigger {
            sources = List.copyOf(sources);
        }

        @Override
        public void execute(CheckpointEffects effects) {
            effects.trigger(this);
        }
    }

    /** Nobody needs to wait for barriers of this checkpoint any more. */
    record Abort(long checkpoint) implements CheckpointCommand {
        @Override
        public void execute(CheckpointEffects effects) {
            effects.abort(checkpoint);
        }
    }

    /** What was prepared up to this checkpoint may be committed. */
    record Complete(long checkpoint) implements CheckpointCommand {
        @Override
        public void execute(CheckpointEffects effects) {
            effects.complete(checkpoint);
        }
    }

    /** This checkpoint is complete and the sources say nothing behind it: all tasks can begin anew from it, or go on. */
    record StandStill(long checkpoint) implements CheckpointCommand {
        @Override
        public void execute(CheckpointEffects effects) {
            effects.standStill(checkpoint);
        }
    }

    /** The job ends with this checkpoint: all tasks commit and finish. */
    record Finish(long checkpoint) implements CheckpointCommand {
        @Override
        public void execute(CheckpointEffects effects) {
            effects.finish(checkpoint);
        }
    }

    /**
     * Create the manifest; {@link CheckpointEvent.ManifestStored} or {@link CheckpointEvent.ManifestRefused} answers.
     *
     * @param savepoint name under which the same versions are to be a savepoint as well, or null
     */
    record Store(Manifest manifest, @Nullable String savepoint) implements CheckpointCommand {
        @Override
        public void execute(CheckpointEffects effects) {
            effects.store(manifest, savepoint);
        }
    }

    /** Nothing refers to these versions. */
    record DeleteVersions(List<VersionId> versions) implements CheckpointCommand {
        public DeleteVersions {
            versions = List.copyOf(versions);
        }

        @Override
        public void execute(CheckpointEffects effects) {
            effects.delete(versions);
        }
    }

    /**
     * Delete a manifest, and when it is gone the versions.
     *
     * @param versions to which nothing refers beside the manifest
     */
    record DeleteManifest(Manifest manifest, List<VersionId> versions) implements CheckpointCommand {
        public DeleteManifest {
            versions = List.copyOf(versions);
        }

        @Override
        public void execute(CheckpointEffects effects) {
            effects.delete(manifest, versions);
        }
    }

    /**
     * Delete all versions of the run that nothing refers to, such as those that were stored and never acknowledged. A
     * manifest whose deletion is under way refers to its versions until it is gone.
     *
     * @param kept versions to which something refers
     */
    record Sweep(JobId job, List<VersionId> kept) implements CheckpointCommand {
        public Sweep {
            kept = List.copyOf(kept);
        }

        @Override
        public void execute(CheckpointEffects effects) {
            effects.sweep(job, kept);
        }
    }

    record StartTimer(CheckpointEvent event, long delayMs) implements CheckpointCommand {
        @Override
        public void execute(CheckpointEffects effects) {
            effects.startTimer(event, delayMs);
        }
    }

    record TellCompleted(CheckpointStatus status) implements CheckpointCommand {
        @Override
        public void execute(CheckpointEffects effects) {
            effects.completed(status);
        }
    }

    record Warn(String text) implements CheckpointCommand {
        @Override
        public void execute(CheckpointEffects effects) {
            effects.warn(text);
        }
    }

    /** Too many checkpoints in a row could not be completed. */
    record FailJob(Failure cause) implements CheckpointCommand {
        @Override
        public void execute(CheckpointEffects effects) {
            effects.failJob(cause);
        }
    }
}
