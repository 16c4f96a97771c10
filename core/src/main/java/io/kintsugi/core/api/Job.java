package io.kintsugi.core.api;

import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.model.Names;

/** A job that can run: a name and a valid graph. Immutable. */
public final class Job {
    private final String name;
    private final JobGraph graph;

    Job(String name, JobGraph graph) {
        this.name = name;
        this.graph = graph;
    }

    /** Begins a job; throws {@link IllegalArgumentException} for a name that does not fit {@link Names#requireJobName}. */
    public static JobDraft named(String name) {
        return new JobDraft(Names.requireJobName(name));
    }

    public String name() {
        return name;
    }

    public JobGraph graph() {
        return graph;
    }
}
