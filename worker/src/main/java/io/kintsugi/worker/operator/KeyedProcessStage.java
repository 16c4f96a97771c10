package io.kintsugi.worker.operator;

import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.function.KeyFunction;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.worker.state.KeyedState;

/** A function that works by key, with the state of the current record's key. */
final class KeyedProcessStage extends FunctionStage {
    private final KeyFunction<Object, Object> key;
    private final KeyedProcessFunction<Object, Object, Object> function;
    private final StageContext context;
    private final KeyedState state;

    KeyedProcessStage(
            KeyFunction<Object, Object> key,
            KeyedProcessFunction<Object, Object, Object> function,
            StageContext context,
            Emitters emitters) {
        super(context.step(), emitters);
        this.key = key;
        this.function = function;
        this.context = context;
        this.state = context.state();
    }

    @Override
    void apply(Object value, long timestamp, Emitters out) throws Exception {
        Object current = key.key(value);
        state.key(current);
        context.timestamp(timestamp);
        function.process(current, value, context, out.main());
    }

    @Override
    void finish(Emitters out) throws Exception {
        state.noKey();
        function.finish(context, out.main());
    }

    @Override
    public boolean push(ControlElement element) {
        if (element instanceof Watermark watermark) {
            context.watermark(watermark.timestamp());
        }
        return super.push(element);
    }

    @Override
    public void open() {
        Guard.run(step(), "open", () -> function.open(context));
    }

    @Override
    public void close() {
        Guard.run(step(), "close", function::close);
    }
}
