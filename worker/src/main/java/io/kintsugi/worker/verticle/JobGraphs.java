package io.kintsugi.worker.verticle;

import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.protocol.JobSpec;
import io.vertx.core.Future;

/** Builds jobs from what the leader sends; supplied by the node. */
public interface JobGraphs {
    /** Fails where the builder fails, or where its graph is not the one that the leader built. */
    Future<Loaded> load(JobSpec spec);

    /**
     * A job's graph and its classes.
     *
     * @param loader sees the classes of the job
     */
    record Loaded(JobGraph graph, ClassLoader loader) {}

    /** Lets go of the job's classes. */
    Future<Void> release(JobId job);
}
