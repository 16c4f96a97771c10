package io.kintsugi.worker.task;

import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.core.snapshot.SnapshotStore.Stored;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import io.kintsugi.worker.state.TaskCapture;
import java.util.List;

/**
 * The state of a task at one moment, on its way to the store. Whoever takes it closes it.
 *
 * @param checkpoint whose barrier has passed the task, or {@link StateVersion#NO_CHECKPOINT}
 * @param ended whether it is the last one
 * @param inputs how far each had been read
 * @param outputs how far each had been written
 * @param losses on the inputs so far
 */
public record CapturedState(
        long checkpoint,
        boolean ended,
        TaskCapture state,
        List<ChannelPosition> inputs,
        List<ChannelPosition> outputs,
        List<LossRange> losses)
        implements AutoCloseable {
    /** What is known of it once it is stored. */
    public StateVersion version(VersionId id, Stored stored) {
        return new StateVersion(id, checkpoint, ended, stored.bytes(), stored.checksum(), inputs, outputs, losses);
    }

    @Override
    public void close() {
        state.close();
    }
}
