package io.kintsugi.testkit.chaos;

/** What a machine has to allow for a {@link Nemesis}. */
public enum Means {
    /** To kill processes and to stop them for a time. */
    PROCESSES,
    /** Network namespaces, so that each node has a link of its own. */
    NETWORK,
    /** A link that can be made slow. */
    TRAFFIC_CONTROL,
    /** A small file system of its own. */
    DISK,
    /** A clock of a process that can be set. */
    CLOCK
}
