package io.kintsugi.coordinator.verticle;

import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.protocol.JobSpec;
import io.vertx.core.Future;

/** Builds a job's graph out of its spec, so that the leader can plan it. */
public interface JobCompiler {
    /**
     * Runs the job's builder off the event loop.
     *
     * @param spec its fingerprint is the empty text, since only the graph gives it
     */
    Future<JobGraph> compile(JobSpec spec);

    /** The leader needs the graph no longer. Called once for each successful {@link #compile}. */
    void release(JobId job);
}
