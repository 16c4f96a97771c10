package io.kintsugi.core.model;

/** What a node does for its cluster; a node has one or more. */
public enum Role {
    /** May lead: the oldest of these does. */
    COORDINATOR,
    /** Offers slots, in which tasks run. */
    WORKER,
    /** Answers HTTP. */
    CONSOLE
}
