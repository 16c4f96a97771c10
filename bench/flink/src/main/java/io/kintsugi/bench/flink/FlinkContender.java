package io.kintsugi.bench.flink;

import io.kintsugi.bench.contender.Contender;
import io.kintsugi.bench.recovery.Trial;
import io.kintsugi.bench.workload.Bid;
import io.kintsugi.bench.workload.Meter;
import io.kintsugi.bench.workload.RunResult;
import io.kintsugi.bench.workload.Split;
import io.kintsugi.bench.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.BatchExecutionOptions;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * Flink as it comes: a MiniCluster a run, state on the heap, records copied between chained operators. Generic types
 * are refused, so that a record which Flink's own serializers cannot take fails the run instead of slowing it down.
 */
public class FlinkContender implements Contender {
    private static final int PARALLELISM = 2;
    private static final int RESTARTS_MAX = 1_000;

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
            WorkloadJobs.add(environment, workload, records);
            environment.execute("bench " + workload);
        });
    }

    /** All tasks restart from the last checkpoint, at once; Flink 2.3 refuses its own approximate recovery. */
    @Override
    public void endure(Trial trial) throws Exception {
        Path checkpoints = Files.createTempDirectory("flink-bench-");
        Configuration configuration = configuration()
                .set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay")
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, RESTARTS_MAX)
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO)
                .set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem")
                .set(
                        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                        checkpoints.toUri().toString());
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(configuration);
        environment.setParallelism(PARALLELISM);
        environment.enableCheckpointing(Trial.CHECKPOINT_MS, CheckpointingMode.EXACTLY_ONCE);
        environment
                .fromSource(
                        GeneratedSource.paced(),
                        WatermarkStrategy.noWatermarks(),
                        "bids",
                        TypeInformation.of(Bid.class))
                .setParallelism(Split.SPLITS)
                .rebalance()
                .process(new Trainers())
                .setParallelism(Trial.TRAINERS)
                .keyBy(metric -> metric.key)
                .process(new Losses())
                .sinkTo(new DiscardingSink<>())
                .setParallelism(1);
        environment.execute("bench W6");
    }

    private Configuration configuration() {
        return new Configuration()
                .set(StateBackendOptions.STATE_BACKEND, "hashmap")
                .set(RestartStrategyOptions.RESTART_STRATEGY, "none")
                .set(BatchExecutionOptions.ADAPTIVE_AUTO_PARALLELISM_ENABLED, false) // Else 1 for little data.
                .set(PipelineOptions.OBJECT_REUSE, objectReuse)
                .set(PipelineOptions.GENERIC_TYPES, false);
    }
}
