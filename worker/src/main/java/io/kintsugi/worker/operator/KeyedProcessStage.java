package io.kintsugi.worker.operator;

import io.kintsugi.core.function.KeyFunction;
import io.kintsugi.core.function.KeyedProcessFunction;

/** A function that works by key, with the state and the timers of the current record's key. */
final class KeyedProcessStage extends KeyedFunctionStage {
    private final KeyFunction<Object, Object> key;
    private final KeyedProcessFunction<Object, Object, Object> function;

    KeyedProcessStage(
            KeyFunction<Object, Object> key, KeyedProcessFunction<Object, Object, Object> function, Parts parts) {
        super(function, parts);
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
}
