package io.kintsugi.worker.operator;

import io.kintsugi.core.function.KeyedFunction;
import io.kintsugi.core.function.Timer;

/** A stage with a user's function that works by key: what all such functions have in common. */
abstract class KeyedFunctionStage extends KeyedStage {
    private final KeyedFunction<Object, ? super StageContext, Object> function;

    KeyedFunctionStage(KeyedFunction<Object, ? super StageContext, Object> function, Parts parts) {
        super(parts);
        this.function = function;
    }

    @Override
    final void onTimer(Object key, Timer.Kind kind, long timestamp) throws Exception {
        function.onTimer(key, new Timer(kind, timestamp), context(), emitters().main());
    }

    /** A function may set its next timer in each, and would never end. */
    @Override
    final boolean timersEndThemselves() {
        return false;
    }

    /** In an iteration until its end. */
    @Override
    final boolean keepsKeys() {
        return context().superstep() > 0;
    }

    @Override
    final void finish(Emitters out) throws Exception {
        noKey();
        context().timestamp(Long.MIN_VALUE);
        function.finish(context(), out.main());
    }

    @Override
    final void hear(Object event, Emitters out) throws Exception {
        noKey();
        context().timestamp(Long.MIN_VALUE);
        function.onEvent(event, context(), out.main());
    }

    @Override
    public final void open() {
        Guard.run(step(), "open", () -> function.open(context()));
    }

    @Override
    public final void begin() {
        Guard.run(step(), "begin", () -> function.begin(context()));
    }

    @Override
    public final void close() {
        Guard.run(step(), "close", function::close);
    }
}
