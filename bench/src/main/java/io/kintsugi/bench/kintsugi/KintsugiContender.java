package io.kintsugi.bench.kintsugi;

import io.kintsugi.bench.contender.Contender;
import io.kintsugi.bench.recovery.Trial;
import io.kintsugi.bench.workload.Meter;
import io.kintsugi.bench.workload.RunResult;
import io.kintsugi.bench.workload.Workload;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.node.Kintsugi;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An embedded node with its defaults, each run a job of its own. */
public final class KintsugiContender implements Contender {
    private static final long RUN_MS_MAX = TimeUnit.MINUTES.toMillis(10);

    private @Nullable Kintsugi kintsugi;

    @Override
    public String name() {
        return "kintsugi";
    }

    @Override
    public RunResult run(Workload workload, long records) throws Exception {
        Kintsugi node = node();
        Job job = WorkloadJob.job(workload, records);
        return Meter.measure(() -> runToEnd(node, job));
    }

    @Override
    public void endure(Trial trial) throws Exception {
        runToEnd(node(), TrialJob.job(trial));
    }

    private static void runToEnd(Kintsugi node, Job job) throws Exception {
        JobStatus end = await(node.submit(job).compose(placed -> node.ended(job.name(), RUN_MS_MAX)));
        if (end.state() != JobState.FINISHED) {
            throw new IllegalStateException("job " + end.spec().id() + " is " + end.state() + ": " + end.failure());
        }
    }

    private Kintsugi node() throws Exception {
        Kintsugi running = kintsugi;
        if (running == null) {
            Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
            running = await(Kintsugi.embedded(vertx));
            kintsugi = running;
        }
        return running;
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(RUN_MS_MAX, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        Kintsugi running = kintsugi;
        if (running != null) {
            running.close().compose(closed -> running.vertx().close());
        }
    }
}
