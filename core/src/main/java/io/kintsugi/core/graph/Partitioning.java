package io.kintsugi.core.graph;

/** How the records of an edge are spread over the subtasks of its consumer. */
public enum Partitioning {
    /** Subtask i to subtask i: both ends have the same parallelism. */
    FORWARD,
    /** Evenly, batch by batch. */
    REBALANCE,
    /** By key group, so that all records of a key meet. */
    HASH,
    /** Every record to every subtask. */
    BROADCAST
}
