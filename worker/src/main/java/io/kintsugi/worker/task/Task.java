package io.kintsugi.worker.task;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.Element;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.worker.channel.InputChannel;
import io.kintsugi.worker.channel.InputGate;
import io.kintsugi.worker.channel.OutputChannel;
import io.kintsugi.worker.operator.Chain;
import java.util.List;

/**
 * One task attempt without a thread of its own: whoever owns the thread calls {@link #step} until it no longer works,
 * and again when something has happened.
 *
 * <p>A step takes one batch through the whole chain. When an output has no credit the chain is suspended, and the task
 * takes no further input: so back-pressure travels to the source.
 */
public final class Task {
    private final Chain chain;
    private final List<InputChannel> inputs;
    private final InputGate gate;
    private final List<OutputChannel> outputs;
    private final InputWatermarks watermarks;
    private boolean suspended;
    private boolean draining;
    private boolean ended;

    /** @param inputs none for a source */
    public Task(Chain chain, List<InputChannel> inputs, List<OutputChannel> outputs) {
        this.chain = chain;
        this.inputs = List.copyOf(inputs);
        this.gate = new InputGate(inputs);
        this.outputs = List.copyOf(outputs);
        this.watermarks = new InputWatermarks(inputs.size());
    }

    /** Opens the functions of all steps; may take long, and is done before the first step. */
    public void open() {
        chain.open();
    }

    /** True when every channel of the task has found its other end. */
    public boolean connected() {
        return gate.allConnected() && outputs.stream().allMatch(OutputChannel::connected);
    }

    /** Ends the input of a source at the next step: what it has read still flows to the sinks. Others ignore it. */
    public void drain() {
        draining = true;
    }

    /** Takes one batch or control element through the chain. What a user's function throws names its step. */
    public Progress step(long nowNs) {
        if (suspended) {
            suspended = !chain.resume();
            if (suspended) {
                return Progress.BACK_PRESSURED;
            }
        }
        if (ended) {
            return drained() ? Progress.FINISHED : Progress.ENDING;
        }
        return chain.hasSource() ? read(nowNs) : take();
    }

    /** Sends what has waited long enough and lets every channel say what it must. Called every few milliseconds. */
    public void tick(long nowNs) {
        chain.tick(nowNs);
        gate.tick(nowNs);
        for (int i = 0; i < outputs.size(); i++) {
            outputs.get(i).tick(nowNs);
        }
    }

    /** How long a source wants to be left alone after {@link Progress#IDLE}, in nanoseconds; 0 for other tasks. */
    public long idleNs() {
        return chain.hasSource() ? chain.idleNs() : 0;
    }

    /** Event time that all inputs have reached, in milliseconds since 1970; {@code Long.MIN_VALUE} before any is known. */
    public long watermark() {
        return watermarks.current();
    }

    /** Closes all functions; called once, also after a failure. */
    public void close() {
        chain.close();
    }

    /** Records that came in: over channels, or from the source. */
    public long recordsIn() {
        long records = chain.recordsRead();
        for (InputChannel input : inputs) {
            records += input.counters().records();
        }
        return records;
    }

    /** Records that went out: over channels, or into sinks. */
    public long recordsOut() {
        long records = chain.recordsWritten();
        for (OutputChannel output : outputs) {
            records += output.emittedSeq();
        }
        return records;
    }

    private Progress read(long nowNs) {
        if (draining) {
            return end();
        }
        suspended = !chain.read(nowNs);
        return switch (chain.readStatus()) {
            case MORE -> Progress.WORKED;
            case IDLE -> suspended ? Progress.WORKED : Progress.IDLE;
            case END -> {
                draining = true;
                yield Progress.WORKED;
            }
        };
    }

    private Progress take() {
        Element element = gate.poll();
        if (element instanceof Batch batch) {
            suspended = !chain.push(batch);
        } else if (element instanceof Watermark watermark) {
            advance(watermarks.advance(gate.lastChannel(), watermark.timestamp()));
        } else if (element instanceof EndOfInput) {
            advance(watermarks.end(gate.lastChannel()));
            return gate.allEnded() ? end() : Progress.WORKED;
        } else {
            return Progress.IDLE;
        }
        return Progress.WORKED;
    }

    private void advance(boolean risen) {
        if (risen) {
            suspended = !chain.push(new Watermark(watermarks.current()));
        }
    }

    private Progress end() {
        ended = true;
        suspended = !chain.end();
        return Progress.WORKED;
    }

    private boolean drained() {
        for (OutputChannel output : outputs) {
            if (!output.drained()) {
                return false;
            }
        }
        return true;
    }
}
