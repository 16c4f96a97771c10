package io.kintsugi.worker.operator;

import io.kintsugi.core.function.BroadcastContext;
import io.kintsugi.core.function.KeyedBroadcastProcessFunction;
import io.kintsugi.core.function.Timer;
import io.kintsugi.worker.state.BroadcastTables;

/** A function that works by key on the first stream and takes broadcast records from the second. */
final class BroadcastProcessStage extends KeyedStage {
    private final InputKeys keys;
    private final KeyedBroadcastProcessFunction<Object, Object, Object, Object> function;
    private final BroadcastTables tables;
    private final BroadcastContext functionContext;

    BroadcastProcessStage(
            InputKeys keys, KeyedBroadcastProcessFunction<Object, Object, Object, Object> function, Parts parts) {
        super(parts);
        this.keys = keys;
        this.function = function;
        this.tables = state().broadcast();
        this.functionContext = new BroadcastStageContext(context(), tables);
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
            function.process(key, value, functionContext, out.main());
        } else {
            noKey();
            tables.writable(true);
            function.processBroadcast(value, functionContext, out.main());
            tables.writable(false);
        }
    }

    @Override
    void onTimer(Object key, Timer.Kind kind, long timestamp) throws Exception {
        function.onTimer(
                key, new Timer(kind, timestamp), functionContext, emitters().main());
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
        function.finish(functionContext, out.main());
    }

    @Override
    public void open() {
        Guard.run(step(), "open", () -> function.open(functionContext));
    }

    @Override
    public void close() {
        Guard.run(step(), "close", function::close);
    }
}
