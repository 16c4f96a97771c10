package io.kintsugi.bench.jet;

import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.function.SupplierEx;
import com.hazelcast.jet.config.JobConfig;
import com.hazelcast.jet.config.ProcessingGuarantee;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.core.ProcessorSupplier;
import com.hazelcast.jet.pipeline.Pipeline;
import com.hazelcast.jet.pipeline.Sinks;
import com.hazelcast.jet.pipeline.Sources;
import com.hazelcast.jet.pipeline.StreamStage;
import io.kintsugi.bench.contender.Contender;
import io.kintsugi.bench.recovery.Metric;
import io.kintsugi.bench.recovery.Trial;
import io.kintsugi.bench.workload.Bid;
import io.kintsugi.bench.workload.Meter;
import io.kintsugi.bench.workload.Out;
import io.kintsugi.bench.workload.RunResult;
import io.kintsugi.bench.workload.Split;
import io.kintsugi.bench.workload.Workload;
import org.jspecify.annotations.Nullable;

/** One member that lives as long as the process; a job a run. */
public final class JetContender implements Contender {
    private static final int PARALLELISM = 2;

    private @Nullable HazelcastInstance member;

    @Override
    public String name() {
        return "jet";
    }

    @Override
    public RunResult run(Workload workload, long records) throws Exception {
        if (workload.batch()) {
            throw new UnsupportedOperationException(name() + " does not take part in " + workload);
        }
        HazelcastInstance started = member();
        JobConfig jobConfig = new JobConfig().setProcessingGuarantee(ProcessingGuarantee.NONE);
        return Meter.measure(() ->
                started.getJet().newJob(pipeline(workload, records), jobConfig).join());
    }

    /** All processors restart from the last snapshot. */
    @Override
    public void endure(Trial trial) {
        JobConfig jobConfig = new JobConfig()
                .setProcessingGuarantee(ProcessingGuarantee.EXACTLY_ONCE)
                .setSnapshotIntervalMillis(Trial.CHECKPOINT_MS);
        member().getJet().newJob(trialPipeline(), jobConfig).join();
    }

    private HazelcastInstance member() {
        HazelcastInstance started = member == null ? Hazelcast.newHazelcastInstance(config()) : member;
        member = started;
        return started;
    }

    @Override
    public void close() {
        if (member != null) {
            member.shutdown();
        }
    }

    private static Pipeline pipeline(Workload workload, long records) {
        Pipeline pipeline = Pipeline.create();
        StreamStage<Bid> bids = pipeline.readFrom(
                        Sources.<Bid>streamFromProcessor("bids", supplier(Split.SPLITS, () -> new BidSource(records))))
                .withoutTimestamps()
                .setName("bids");
        if (workload == Workload.W1) {
            passthrough(bids);
        } else {
            keyed(bids);
        }
        return pipeline;
    }

    private static void passthrough(StreamStage<Bid> bids) {
        bids.map(Workload::converted)
                .setLocalParallelism(PARALLELISM)
                .filter(Workload::passes)
                .setLocalParallelism(PARALLELISM)
                .writeTo(Sinks.fromProcessor("sink", supplier(PARALLELISM, CountingSink::new)));
    }

    private static void keyed(StreamStage<Bid> bids) {
        bids.groupingKey(bid -> bid.auction)
                .mapStateful(() -> new long[2], (state, key, bid) -> {
                    state[0]++;
                    state[1] += bid.price;
                    return new Out(bid.auction, state[0], state[1], bid.timestampMs);
                })
                .setLocalParallelism(PARALLELISM)
                .writeTo(Sinks.fromProcessor("sink", supplier(PARALLELISM, SummingSink::new)));
    }

    private static Pipeline trialPipeline() {
        Pipeline pipeline = Pipeline.create();
        pipeline.readFrom(Sources.<Bid>streamFromProcessor("bids", supplier(Split.SPLITS, PacedBidSource::new)))
                .withoutTimestamps()
                .setName("bids")
                .rebalance()
                .<Metric>customTransform("trainers", supplier(Trial.TRAINERS, Trainers::new))
                .setLocalParallelism(Trial.TRAINERS)
                .groupingKey(metric -> metric.key)
                .mapStateful(() -> new long[2], (state, key, metric) -> {
                    state[0]++;
                    state[1] += metric.lossMillionths();
                    return new Out(key, state[0], state[1], metric.timestampMs);
                })
                .setLocalParallelism(PARALLELISM)
                .writeTo(Sinks.noop());
        return pipeline;
    }

    private static ProcessorMetaSupplier supplier(int localParallelism, SupplierEx<? extends Processor> processors) {
        return ProcessorMetaSupplier.of(localParallelism, ProcessorSupplier.of(processors));
    }

    /** A member that looks for no others and tells nobody that it is there. */
    private static Config config() {
        Config config = new Config();
        config.setClusterName("kintsugi-bench-" + ProcessHandle.current().pid());
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.logging.type", "none");
        config.setProperty("hazelcast.shutdownhook.enabled", "false");
        config.getJetConfig().setEnabled(true);
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        JoinConfig join = config.getNetworkConfig().getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        return config;
    }
}
