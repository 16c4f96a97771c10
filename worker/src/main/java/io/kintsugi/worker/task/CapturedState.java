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
 * @param checkpoint whose barrier has passed the task, or {@link StateVersion#NO_CHECKPOINT}; behind a superstep its number
 * @param ended whether it is the last one of the attempt
 * @param inputs how far each had been read
 * @param outputs how far each had been written
 * @param losses on the inputs so far
 * @param measure of the records that the end of an iteration has gathered, else 0
 */
public record CapturedState(
        long checkpoint,
        boolean ended,
        TaskCapture state,
        List<ChannelPosition> inputs,
        List<ChannelPosition> outputs,
        List<LossRange> losses,
        double measure)
        implements AutoCloseable {
    /** A state in which nothing is measured. */
    public CapturedState(
            long checkpoint,
            boolean ended,
            TaskCapture state,
            List<ChannelPosition> inputs,
            List<ChannelPosition> outputs,
            List<LossRange> losses) {
        this(checkpoint, ended, state, inputs, outputs, losses, 0);
    }

    /** That of a task of an iteration behind a superstep, in which channels are numbered anew each time. */
    static CapturedState behindSuperstep(long superstep, TaskCapture state, double measure) {
        return new CapturedState(superstep, true, state, List.of(), List.of(), List.of(), measure);
    }

    /** Whether the task goes on with it in another superstep. */
    public boolean isSuperstep() {
        return ended && checkpoint != StateVersion.NO_CHECKPOINT;
    }

    /** What is known of it once it is stored. */
    public StateVersion version(VersionId id, Stored stored) {
        boolean last = ended && !isSuperstep();
        return new StateVersion(id, checkpoint, last, stored.bytes(), stored.checksum(), inputs, outputs, losses);
    }

    @Override
    public void close() {
        state.close();
    }
}
