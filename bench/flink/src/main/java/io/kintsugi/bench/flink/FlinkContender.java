package io.kintsugi.bench.flink;

import io.kintsugi.bench.contender.Contender;
import io.kintsugi.bench.workload.Bid;
import io.kintsugi.bench.workload.Meter;
import io.kintsugi.bench.workload.RunResult;
import io.kintsugi.bench.workload.Split;
import io.kintsugi.bench.workload.Workload;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Flink as it comes: a MiniCluster a run, state on the heap, records copied between chained operators. Generic types
 * are refused, so that a record which Flink's own serializers cannot take fails the run instead of slowing it down.
 */
public class FlinkContender implements Contender {
    private static final int PARALLELISM = 2;

    private final String name;
    private final boolean objectReuse;

    public FlinkContender() {
        this("flink", false);
    }

    FlinkContender(String name, boolean objectReuse) {
        this.name = name;
        this.objectReuse = objectReuse;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public RunResult run(Workload workload, long records) throws Exception {
        return Meter.measure(() -> {
            StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(configuration());
            environment.setParallelism(PARALLELISM);
            DataStream<Bid> bids = environment
                    .fromSource(new BidSource(records), WatermarkStrategy.noWatermarks(), "bids")
                    .setParallelism(Split.SPLITS);
            if (workload == Workload.W1) {
                passthrough(bids);
            } else {
                keyed(bids);
            }
            environment.execute("bench " + workload);
        });
    }

    private Configuration configuration() {
        return new Configuration()
                .set(StateBackendOptions.STATE_BACKEND, "hashmap")
                .set(RestartStrategyOptions.RESTART_STRATEGY, "none")
                .set(PipelineOptions.OBJECT_REUSE, objectReuse)
                .set(PipelineOptions.GENERIC_TYPES, false);
    }

    private static void passthrough(DataStream<Bid> bids) {
        bids.map(Workload::converted)
                .returns(Bid.class)
                .filter(Workload::passes)
                .sinkTo(new CountingSink());
    }

    private static void keyed(DataStream<Bid> bids) {
        bids.keyBy(bid -> bid.auction).process(new RunningSum()).sinkTo(new SummingSink());
    }
}
