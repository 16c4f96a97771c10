package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.execution.TaskTransition;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.VersionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a job master orders. Each command knows the one effect that carries it out. */
public sealed interface JobCommand {
    void execute(JobEffects effects);

    record SendToWorker(NodeId worker, WorkerCommand command, int sends) implements JobCommand {
        @Override
        public void execute(JobEffects effects) {
            effects.send(worker, command, sends);
        }
    }

    record StartTimer(JobEvent event, long delayMs) implements JobCommand {
        @Override
        public void execute(JobEffects effects) {
            effects.startTimer(event, delayMs);
        }
    }

    record TellJobMoved(JobTransition transition) implements JobCommand {
        @Override
        public void execute(JobEffects effects) {
            effects.jobMoved(transition);
        }
    }

    record TellTaskMoved(TaskTransition transition) implements JobCommand {
        @Override
        public void execute(JobEffects effects) {
            effects.taskMoved(transition);
        }
    }

    record TellRecovery(RecoveryStatus status) implements JobCommand {
        @Override
        public void execute(JobEffects effects) {
            effects.recoveryMoved(status);
        }
    }

    record Warn(String text) implements JobCommand {
        @Override
        public void execute(JobEffects effects) {
            effects.warn(text);
        }
    }

    record TellCheckpoint(CheckpointStatus status) implements JobCommand {
        @Override
        public void execute(JobEffects effects) {
            effects.checkpointCompleted(status);
        }
    }

    /** @param round comes back with the offers */
    record AskForSlots(int round) implements JobCommand {
        @Override
        public void execute(JobEffects effects) {
            effects.askForSlots(round);
        }
    }

    /** @param savepoint name under which the same versions are to be a savepoint as well, or null */
    record StoreManifest(Manifest manifest, @Nullable String savepoint) implements JobCommand {
        @Override
        public void execute(JobEffects effects) {
            effects.storeManifest(manifest, savepoint);
        }
    }

    record DeleteVersions(List<VersionId> versions) implements JobCommand {
        public DeleteVersions {
            versions = List.copyOf(versions);
        }

        @Override
        public void execute(JobEffects effects) {
            effects.deleteVersions(versions);
        }
    }

    record DeleteManifest(Manifest manifest, List<VersionId> versions) implements JobCommand {
        public DeleteManifest {
            versions = List.copyOf(versions);
        }

        @Override
        public void execute(JobEffects effects) {
            effects.deleteManifest(manifest, versions);
        }
    }

    record SweepVersions(JobId job, List<VersionId> kept) implements JobCommand {
        public SweepVersions {
            kept = List.copyOf(kept);
        }

        @Override
        public void execute(JobEffects effects) {
            effects.sweepVersions(job, kept);
        }
    }

    record EndJob(JobStatus status) implements JobCommand {
        @Override
        public void execute(JobEffects effects) {
            effects.ended(status);
        }
    }
}
