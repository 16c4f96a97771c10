package io.kintsugi.worker.operator;

import io.kintsugi.core.function.KeyedCoProcessFunction;
import io.kintsugi.core.function.Timer;

/** A function that works by key on two streams. */
final class CoProcessStage extends KeyedStage {
    private final InputKeys keys;
    private final KeyedCoProcessFunction<Object, Object, Object, Object> function;

    CoProcessStage(InputKeys keys, KeyedCoProcessFunction<Object, Object, Object, Object> function, Parts parts) {
        super(parts);
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

    @Override
    void onTimer(Object key, Timer.Kind kind, long timestamp) throws Exception {
        function.onTimer(key, new Timer(kind, timestamp), context(), emitters().main());
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
