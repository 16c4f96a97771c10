package io.kintsugi.worker.operator;

import io.kintsugi.core.function.AggregatingState;
import io.kintsugi.core.function.AggregatingStateSpec;
import io.kintsugi.core.function.BroadcastContext;
import io.kintsugi.core.function.BroadcastState;
import io.kintsugi.core.function.BroadcastStateSpec;
import io.kintsugi.core.function.ListState;
import io.kintsugi.core.function.ListStateSpec;
import io.kintsugi.core.function.MapState;
import io.kintsugi.core.function.MapStateSpec;
import io.kintsugi.core.function.ReducingState;
import io.kintsugi.core.function.ReducingStateSpec;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.core.function.Timers;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.model.JobId;
import io.kintsugi.worker.state.BroadcastTables;

/** What a process function sees of its task, with broadcast state. */
record BroadcastStageContext(StageContext inner, BroadcastTables tables) implements BroadcastContext {
    @Override
    public <X, Y> BroadcastState<X, Y> broadcast(BroadcastStateSpec<X, Y> spec) {
        return tables.table(spec);
    }

    @Override
    public <S> ValueState<S> state(ValueStateSpec<S> spec) {
        return inner.state(spec);
    }

    @Override
    public <E> ListState<E> state(ListStateSpec<E> spec) {
        return inner.state(spec);
    }

    @Override
    public <K, V> MapState<K, V> state(MapStateSpec<K, V> spec) {
        return inner.state(spec);
    }

    @Override
    public <T> ReducingState<T> state(ReducingStateSpec<T> spec) {
        return inner.state(spec);
    }

    @Override
    public <T, A, V> AggregatingState<T, V> state(AggregatingStateSpec<T, A, V> spec) {
        return inner.state(spec);
    }

    @Override
    public Timers timers() {
        return inner.timers();
    }

    @Override
    public long timestamp() {
        return inner.timestamp();
    }

    @Override
    public long watermark() {
        return inner.watermark();
    }

    @Override
    public <X> void emit(SideOutput<X> side, X value) {
        inner.emit(side, value);
    }

    @Override
    public JobId job() {
        return inner.job();
    }

    @Override
    public boolean checkpointed() {
        return inner.checkpointed();
    }

    @Override
    public String step() {
        return inner.step();
    }

    @Override
    public int subtask() {
        return inner.subtask();
    }

    @Override
    public int parallelism() {
        return inner.parallelism();
    }

    @Override
    public int attempt() {
        return inner.attempt();
    }
}
