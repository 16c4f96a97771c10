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

/** What a job master can have done; the leader's verticle does it, and a test writes it down. */
public interface JobEffects {
    /**
     * Sends a command; a refusal or silence comes back as an event.
     *
     * @param sends how often it will have been sent with this time, from 1
     */
    void send(NodeId worker, WorkerCommand command, int sends);

    /** Brings {@code event} after {@code delayMs}. */
    void startTimer(JobEvent event, long delayMs);

    void jobMoved(JobTransition transition);

    void taskMoved(TaskTransition transition);

    /** A recovery began, or is over. */
    void recoveryMoved(RecoveryStatus status);

    /** A thing went wrong that a person may want to know, but nothing can be done. */
    void warn(String text);

    void checkpointCompleted(CheckpointStatus status);

    /** Brings {@link JobEvent.SlotsOffered} with what the workers have to give then; not before this call has returned. */
    void askForSlots(int round);

    /**
     * Creates the manifest, and then that of the savepoint if one is named. Answered by
     * {@code CheckpointEvent.ManifestStored}, or {@code ManifestRefused} once it is certain that there is no manifest;
     * not before this call has returned.
     */
    void storeManifest(Manifest manifest, @Nullable String savepoint);

    /** Deletes versions some time; a version that is not there is no fault. */
    void deleteVersions(List<VersionId> versions);

    /** Deletes a manifest some time, and only when it is gone the versions. */
    void deleteManifest(Manifest manifest, List<VersionId> versions);

    /** Deletes some time all versions of a run but {@code kept}, and but those of manifests that exist then. */
    void sweepVersions(JobId job, List<VersionId> kept);

    /** The job has ended: its slots are free, and the status is its last but for counters that come late. */
    void ended(JobStatus status);
}
