package io.kintsugi.bench.kintsugi;

import io.kintsugi.bench.contender.Contender;
import io.kintsugi.bench.recovery.Trial;
import io.kintsugi.bench.workload.Bid;
import io.kintsugi.bench.workload.CountSink;
import io.kintsugi.bench.workload.Meter;
import io.kintsugi.bench.workload.Out;
import io.kintsugi.bench.workload.RunResult;
import io.kintsugi.bench.workload.Split;
import io.kintsugi.bench.workload.SumsSink;
import io.kintsugi.bench.workload.Workload;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.function.SinkWriter;
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
        Job job = job(workload, records);
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

    private static Job job(Workload workload, long records) {
        JobDraft draft = Job.named(workload == Workload.W1 ? "w1" : "w2");
        Stream<Bid> bids = draft.source("bids", new BidSource(records)).parallelism(Split.SPLITS);
        if (workload == Workload.W1) {
            bids.map("convert", Workload::converted)
                    .filter("pass", Workload::passes)
                    .sink("count", context -> counter());
        } else {
            bids.keyBy(bid -> bid.auction).process("sum", RunningSums::new).sink("last", context -> sums());
        }
        return draft.build();
    }

    private static SinkWriter<Bid> counter() {
        CountSink sink = new CountSink();
        return new SinkWriter<>() {
            @Override
            public void write(Bid value, long timestamp) {
                sink.accept(value);
            }

            @Override
            public void close() {
                sink.end();
            }
        };
    }

    private static SinkWriter<Out> sums() {
        SumsSink sink = new SumsSink();
        return new SinkWriter<>() {
            @Override
            public void write(Out value, long timestamp) {
                sink.accept(value);
            }

            @Override
            public void close() {
                sink.end();
            }
        };
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
