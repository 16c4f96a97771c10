package io.kintsugi.coordinator.checkpoint;

import io.kintsugi.core.model.JobId;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.VersionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a checkpoint coordinator can have done; {@link CheckpointCommand} says what each is. */
public interface CheckpointEffects {
    void trigger(CheckpointCommand.Trigger trigger);

    void abort(long checkpoint);

    void complete(long checkpoint);

    void finish(long checkpoint);

    void standStill(long checkpoint);

    void store(Manifest manifest, @Nullable String savepoint);

    void delete(List<VersionId> versions);

    void delete(Manifest manifest, List<VersionId> versions);

    void sweep(JobId job, List<VersionId> kept);

    /** Brings {@code event} after {@code delayMs}. */
    void startTimer(CheckpointEvent event, long delayMs);

    void completed(CheckpointStatus status);

    void warn(String text);

    void failJob(Failure cause);
}
