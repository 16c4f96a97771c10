package io.kintsugi.bench.kintsugi;

import io.kintsugi.bench.recovery.Metric;
import io.kintsugi.bench.recovery.Trainer;
import io.kintsugi.bench.recovery.Trial;
import io.kintsugi.bench.workload.Bid;
import io.kintsugi.bench.workload.Out;
import io.kintsugi.bench.workload.Split;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.ListState;
import io.kintsugi.core.function.ListStateSpec;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.recovery.Recovery;
import java.time.Duration;
import java.util.List;

/** W6: only the trainer that fails restarts. */
final class TrialJob {
    private TrialJob() {}

    static Job job(Trial trial) {
        JobDraft draft = Job.named("w6")
                .checkpointed(Duration.ofMillis(Trial.CHECKPOINT_MS))
                .recovery(Recovery.task());
        draft.source("bids", new PacedBidSource())
                .parallelism(Split.SPLITS)
                .rebalance()
                .process("trainers", Training::new)
                .parallelism(Trial.TRAINERS)
                .standby(trial.standby())
                .keyBy(metric -> metric.key)
                .process("losses", Losses::new)
                .parallelism(2)
                .rebalance()
                .sink("end", context -> (SinkWriter<Out>) (value, timestamp) -> {})
                .parallelism(1);
        return draft.build();
    }

    private static final class Training implements ProcessFunction<Bid, Metric> {
        private static final ListStateSpec<double[]> WEIGHTS = ListStateSpec.of("weights", double[].class);

        private ListState<double[]> state;
        private Trainer trainer;

        @Override
        public List<ListStateSpec<?>> states() {
            return List.of(WEIGHTS);
        }

        @Override
        public void open(ProcessContext context) throws InterruptedException {
            state = context.state(WEIGHTS);
            Trainer.load();
        }

        @Override
        public void begin(ProcessContext context) {
            double[] weights = state.get().stream().findFirst().orElseGet(Trainer::untrained);
            state.set(List.of(weights));
            trainer = Trainer.begin(context.subtask(), weights);
        }

        @Override
        public void process(Bid bid, ProcessContext context, Output<Metric> out) {
            out.emit(trainer.learn(bid));
        }
    }

    private static final class Losses implements KeyedProcessFunction<Long, Metric, Out> {
        private static final ValueStateSpec<Out> SUMS = ValueStateSpec.of("sums", Out.class);

        private ValueState<Out> sums;

        @Override
        public List<ValueStateSpec<?>> states() {
            return List.of(SUMS);
        }

        @Override
        public void open(ProcessContext context) {
            sums = context.state(SUMS);
        }

        @Override
        public void process(Long key, Metric metric, ProcessContext context, Output<Out> out) {
            Out total = sums.getOr(new Out(key, 0, 0, 0));
            total.count++;
            total.sum += metric.lossMillionths();
            sums.set(total);
            out.emit(new Out(key, total.count, total.sum, metric.timestampMs));
        }
    }
}
