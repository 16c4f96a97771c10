package io.kintsugi.coordinator.verticle;

import io.kintsugi.core.model.NodeId;

/**
 * Whether a node takes tasks.
 *
 * @param tasksLeft that still work on it; 0 for a node that is not drained
 */
public record NodeDrain(NodeId node, State state, int tasksLeft) {
    /** Where a node stands. */
    public enum State {
        /** It takes tasks, if it is a worker. */
        ACTIVE,
        /** It takes none, and those that it has move to others. */
        DRAINING,
        /** It takes none and has none. */
        DRAINED
    }

    static NodeDrain active(NodeId node) {
        return new NodeDrain(node, State.ACTIVE, 0);
    }

    static NodeDrain drained(NodeId node, int tasksLeft) {
        return new NodeDrain(node, tasksLeft > 0 ? State.DRAINING : State.DRAINED, tasksLeft);
    }
}
