package io.kintsugi.core.protocol;

import io.kintsugi.core.model.NodeId;
import java.util.List;

/**
 * A node asks another one for a sign of life; to the leader it is one, too.
 *
 * @param unreached members that do not answer {@code from}; also those that never have yet
 */
public record Pulse(NodeId from, List<NodeId> unreached) {
    public Pulse {
        unreached = List.copyOf(unreached);
    }
}
