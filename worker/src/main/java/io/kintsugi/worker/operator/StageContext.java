package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.worker.state.KeyedState;

/** What a process function sees of its task. */
final class StageContext implements ProcessContext {
    private final StepContext step;
    private final KeyedState state;
    private final Emitters emitters;
    private long timestamp = Batch.NO_TIMESTAMP;
    private long watermark = Long.MIN_VALUE;

    StageContext(StepContext step, KeyedState state, Emitters emitters) {
        this.step = step;
        this.state = state;
        this.emitters = emitters;
    }

    KeyedState state() {
        return state;
    }

    void timestamp(long value) {
        timestamp = value;
    }

    void watermark(long value) {
        watermark = value;
    }

    @Override
    public <S> ValueState<S> state(ValueStateSpec<S> spec) {
        return state.value(spec);
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
