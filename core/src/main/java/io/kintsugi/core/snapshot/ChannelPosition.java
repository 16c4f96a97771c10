package io.kintsugi.core.snapshot;

import io.kintsugi.core.model.ChannelId;
import java.util.List;
import java.util.Optional;

/**
 * How far one end of a channel had come when a state was stored.
 *
 * @param epoch of the producer's numbering
 * @param seq last record that was applied (consumer) or emitted (producer); 0 for none
 */
public record ChannelPosition(ChannelId channel, int epoch, long seq) {
    /** The position on this channel, if there is one among these. */
    public static Optional<ChannelPosition> of(ChannelId channel, List<ChannelPosition> among) {
        return among.stream()
                .filter(position -> position.channel.equals(channel))
                .findFirst();
    }
}
