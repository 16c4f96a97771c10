package io.kintsugi.worker.operator;

import io.kintsugi.core.function.KeyFunction;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Timer;

/** A function that works by key, with the state and the timers of the current record's key. */
final class KeyedProcessStage extends KeyedStage {
    private final KeyFunction<Object, Object> key;
    private final KeyedProcessFunction<Object, Object, Object> function;

    KeyedProcessStage(
            KeyFunction<Object, Object> key, KeyedProcessFunction<Object, Object, Object> function, Parts parts) {
        super(parts);
        this.key = key;
        this.function = function;
    }

    @Override
    void apply(Object value, long timestamp, Emitters out) throws Exception {
        Object current = key.key(value);
        key(current);
        context().timestamp(timestamp);
        function.process(current, value, context(), out.main());
    }

    @Override
    void onTimer(Object current, Timer.Kind kind, long timestamp) throws Exception {
        function.onTimer(
                current, new Timer(kind, timestamp), context(), emitters().main());
    }

    /** A function may set its next timer in each, and would never end. */
    @Override
    boolean timersEndThemselves() {
        return false;
    }

    @Override
    void finish(Emitters out) throws Exception {
        noKey();
        context().timestamp(Long.MIN_VALUE);
        function.finish(context(), out.main());
    }

    @Override
    public void open() {
        Guard.run(step(), "open", () -> function.open(context()));
    }

    @Override
    public void close() {
        Guard.run(step(), "close", function::close);
    }
}
