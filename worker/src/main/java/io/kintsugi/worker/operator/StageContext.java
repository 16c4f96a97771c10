package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.element.KeyTime;
import io.kintsugi.core.element.Watermark;
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
import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.function.Timers;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.model.JobId;
import io.kintsugi.worker.state.StepState;
import org.jspecify.annotations.Nullable;

/** What a process function sees of its task; each kind of function is shown its part of it. */
final class StageContext implements BroadcastContext {
    private final StepContext step;
    private final StepState state;
    private final Emitters emitters;
    private final @Nullable KeyTimers timers;
    private long timestamp = Batch.NO_TIMESTAMP;
    private long watermark = Long.MIN_VALUE;

    /** @param timers null for a function that is not called when a timer comes due */
    StageContext(StepContext step, StepState state, @Nullable KeyTimers timers, Emitters emitters) {
        this.step = step;
        this.state = state;
        this.timers = timers;
        this.emitters = emitters;
    }

    void timestamp(long value) {
        timestamp = value;
    }

    /** Event time comes as far as {@code element} says. */
    void reach(ControlElement element) {
        if (element instanceof Watermark risen) {
            watermark = Math.max(watermark, risen.timestamp());
        } else if (element instanceof KeyTime ofKeys) {
            watermark = ofKeys.timestamp();
        } else if (element instanceof EndOfInput) {
            watermark = Long.MAX_VALUE;
        }
    }

    @Override
    public <S> ValueState<S> state(ValueStateSpec<S> spec) {
        return state.value(spec);
    }

    @Override
    public <E> ListState<E> state(ListStateSpec<E> spec) {
        return state.list(spec);
    }

    @Override
    public <K, V> MapState<K, V> state(MapStateSpec<K, V> spec) {
        return state.map(spec);
    }

    @Override
    public <T> ReducingState<T> state(ReducingStateSpec<T> spec) {
        return state.reducing(spec);
    }

    @Override
    public <T, A, V> AggregatingState<T, V> state(AggregatingStateSpec<T, A, V> spec) {
        return state.aggregating(spec);
    }

    @Override
    public <X, Y> BroadcastState<X, Y> broadcast(BroadcastStateSpec<X, Y> spec) {
        return state.broadcast(spec);
    }

    @Override
    public Timers timers() {
        if (timers == null) {
            throw new IllegalStateException("step '" + step.step()
                    + "' uses timers but has none: put keyBy(...) before it and use a KeyedProcessFunction");
        }
        return timers;
    }

    @Override
    public long timestamp() {
        return timestamp;
    }

    @Override
    public long watermark() {
        return watermark;
    }

    @Override
    public <X> void emit(SideOutput<X> side, X value) {
        emitters.side(side, value, timestamp);
    }

    @Override
    public void send(Object event) {
        emitters.send(event);
    }

    @Override
    public JobId job() {
        return step.job();
    }

    @Override
    public boolean checkpointed() {
        return step.checkpointed();
    }

    @Override
    public boolean batch() {
        return step.batch();
    }

    @Override
    public int superstep() {
        return step.superstep();
    }

    @Override
    public String step() {
        return step.step();
    }

    @Override
    public int subtask() {
        return step.subtask();
    }

    @Override
    public int parallelism() {
        return step.parallelism();
    }

    @Override
    public int attempt() {
        return step.attempt();
    }
}
