package io.kintsugi.core.snapshot;

import io.kintsugi.core.model.TaskId;
import java.util.List;

/**
 * A state of one task as it was stored: where it is, and what belongs to it.
 *
 * @param checkpoint whose barrier it was stored at, or {@link #NO_CHECKPOINT} for one between barriers
 * @param ended whether the task had come to its end: restored from it, it emits nothing more
 * @param bytes length of what was stored
 * @param checksum CRC-32C of what was stored
 * @param inputs by channel
 * @param outputs by channel
 * @param losses what had been lost on the inputs by then, the newest of it
 */
public record StateVersion(
        VersionId id,
        long checkpoint,
        boolean ended,
        long bytes,
        long checksum,
        List<ChannelPosition> inputs,
        List<ChannelPosition> outputs,
        List<LossRange> losses) {
    public static final long NO_CHECKPOINT = 0;

    public StateVersion {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        losses = List.copyOf(losses);
    }

    /** A state before which nothing was lost. */
    public StateVersion(
            VersionId id,
            long checkpoint,
            boolean ended,
            long bytes,
            long checksum,
            List<ChannelPosition> inputs,
            List<ChannelPosition> outputs) {
        this(id, checkpoint, ended, bytes, checksum, inputs, outputs, List.of());
    }

    StateVersion withoutLosses() {
        return new StateVersion(id, checkpoint, ended, bytes, checksum, inputs, outputs);
    }

    /** How far the task had come on its channels. */
    public ChannelPositions positions() {
        return new ChannelPositions(inputs, outputs);
    }

    public TaskId task() {
        return id.attempt().task();
    }
}
