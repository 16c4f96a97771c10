package io.kintsugi.worker.operator;

import io.kintsugi.core.function.KeyedBroadcastProcessFunction;
import io.kintsugi.worker.state.BroadcastTables;

/** A function that works by key on the first stream and takes broadcast records from the second. */
final class BroadcastProcessStage extends KeyedFunctionStage {
    private final InputKeys keys;
    private final KeyedBroadcastProcessFunction<Object, Object, Object, Object> function;
    private final BroadcastTables tables;

    BroadcastProcessStage(
            InputKeys keys, KeyedBroadcastProcessFunction<Object, Object, Object, Object> function, Parts parts) {
        super(function, parts);
        this.keys = keys;
        this.function = function;
        this.tables = state().broadcast();
    }

    @Override
    public void port(int port) {
        keys.port(port);
    }

    @Override
    void apply(Object value, long timestamp, Emitters out) throws Exception {
        context().timestamp(timestamp);
        if (keys.port() == 0) {
            Object key = keys.key(value);
            key(key);
            function.process(key, value, context(), out.main());
        } else {
            noKey();
            tables.writable(true);
            function.processBroadcast(value, context(), out.main());
            tables.writable(false);
        }
    }
}
