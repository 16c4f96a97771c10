package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.artifact.JobLoader;
import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.protocol.JobSpec;
import io.vertx.core.Future;

/** Compiles with a loader that the leader shares with nobody. */
public final class LoadingCompiler implements JobCompiler {
    private final JobLoader loader;

    public LoadingCompiler(JobLoader loader) {
        this.loader = loader;
    }

    @Override
    public Future<JobGraph> compile(JobSpec spec) {
        return loader.load(spec).map(loaded -> loaded.job().graph());
    }

    @Override
    public void release(JobId job) {
        loader.release(job);
    }
}
