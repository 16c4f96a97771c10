package io.kintsugi.core.snapshot;

import java.util.List;

/**
 * How far a task had come on all its channels at one moment.
 *
 * @param inputs by channel
 * @param outputs by channel
 */
public record ChannelPositions(List<ChannelPosition> inputs, List<ChannelPosition> outputs) {
    public ChannelPositions {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
    }

    /** Where nothing is known. */
    public static ChannelPositions none() {
        return new ChannelPositions(List.of(), List.of());
    }
}
