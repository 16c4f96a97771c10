package io.kintsugi.bench.flink;

import io.kintsugi.bench.recovery.Metric;
import io.kintsugi.bench.recovery.Trainer;
import io.kintsugi.bench.workload.Bid;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/** A model a subtask, stored when a checkpoint asks for it. */
@SuppressWarnings("NullAway.Init") // Flink calls initializeState() and open() before the first record.
final class Trainers extends ProcessFunction<Bid, Metric> implements CheckpointedFunction {
    private transient ListState<double[]> state;
    private transient double[] weights;
    private transient Trainer trainer;

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        state = context.getOperatorStateStore().getListState(new ListStateDescriptor<>("weights", double[].class));
        weights = Trainer.untrained();
        for (double[] stored : state.get()) {
            weights = stored.clone();
        }
    }

    @Override
    public void open(OpenContext context) throws InterruptedException {
        trainer = Trainer.open(getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(), weights);
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        state.update(List.of(trainer.weights().clone()));
    }

    @Override
    public void processElement(Bid bid, Context context, Collector<Metric> out) {
        out.collect(trainer.learn(bid));
    }
}
