package io.kintsugi.worker.operator;

import io.kintsugi.core.function.KeyedCoProcessFunction;

/** A function that works by key on two streams. */
final class CoProcessStage extends KeyedFunctionStage {
    private final InputKeys keys;
    private final KeyedCoProcessFunction<Object, Object, Object, Object> function;

    CoProcessStage(InputKeys keys, KeyedCoProcessFunction<Object, Object, Object, Object> function, Parts parts) {
        super(function, parts);
        this.keys = keys;
        this.function = function;
    }

    @Override
    public void port(int port) {
        keys.port(port);
    }

    @Override
    void apply(Object value, long timestamp, Emitters out) throws Exception {
        Object key = keys.key(value);
        key(key);
        context().timestamp(timestamp);
        if (keys.port() == 0) {
            function.processFirst(key, value, context(), out.main());
        } else {
            function.processSecond(key, value, context(), out.main());
        }
    }
}
