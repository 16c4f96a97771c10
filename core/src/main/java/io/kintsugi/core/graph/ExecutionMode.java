package io.kintsugi.core.graph;

/** How the tasks of a job follow each other. */
public enum ExecutionMode {
    /** All run at the same time, and records flow from one to the next. */
    STREAMING,
    /** Stage by stage: each writes its output to disk before the next begins. For sources that end. */
    BATCH,
    /** {@link #BATCH} when all sources end by themselves, else {@link #STREAMING}. */
    AUTOMATIC
}
