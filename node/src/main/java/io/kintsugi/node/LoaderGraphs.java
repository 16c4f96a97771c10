package io.kintsugi.node;

import io.kintsugi.cluster.artifact.JobLoader;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.worker.verticle.JobGraphs;
import io.vertx.core.Future;

/** Gives a worker the jobs of a loader that it shares with nobody. */
record LoaderGraphs(JobLoader loader) implements JobGraphs {
    @Override
    public Future<Loaded> load(JobSpec spec) {
        return loader.load(spec).map(loaded -> new Loaded(loaded.job().graph(), loaded.classes()));
    }

    @Override
    public Future<Void> release(JobId job) {
        return loader.release(job);
    }
}
