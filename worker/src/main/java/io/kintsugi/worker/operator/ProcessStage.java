package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.worker.state.OperatorState;
import io.kintsugi.worker.state.TaskCapture;
import io.kintsugi.worker.state.TaskRestore;

/** A function with fields of its own and side outputs. */
final class ProcessStage extends FunctionStage {
    private final ProcessFunction<Object, Object> function;
    private final OperatorState state;
    private final StageContext context;

    ProcessStage(
            ProcessFunction<Object, Object> function, OperatorState state, SubtaskContext subtask, Emitters emitters) {
        super(subtask.step(), emitters);
        this.function = function;
        this.state = state;
        this.context = new StageContext(subtask, state, null, emitters);
    }

    @Override
    void apply(Object value, long timestamp, Emitters out) throws Exception {
        context.timestamp(timestamp);
        function.process(value, context, out.main());
    }

    @Override
    void finish(Emitters out) throws Exception {
        function.finish(context, out.main());
    }

    @Override
    void hear(Object event, Emitters out) throws Exception {
        context.timestamp(Batch.NO_TIMESTAMP);
        function.onEvent(event, context, out.main());
    }

    @Override
    void reach(ControlElement element) {
        context.reach(element);
    }

    @Override
    public void restore(TaskRestore restore) {
        restore.unkeyed(state);
    }

    @Override
    public void capture(TaskCapture capture) {
        capture.unkeyed(state);
    }

    @Override
    public void open() {
        Guard.run(step(), "open", () -> function.open(context));
    }

    @Override
    public void begin() {
        Guard.run(step(), "begin", () -> function.begin(context));
    }

    @Override
    public void close() {
        Guard.run(step(), "close", function::close);
    }
}
