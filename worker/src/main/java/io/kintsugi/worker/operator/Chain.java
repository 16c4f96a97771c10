package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ClockTick;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.function.ReadStatus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The operators of one task. Either fed with {@link #push}, or, with a source at its head, by {@link #read}. After a call
 * that returned false the chain is suspended and only {@link #resume} may be called. Used by the task's thread only.
 */
public final class Chain {
    private final Stage head;
    private final List<Stage> stages;
    private final @Nullable SourceStage source;
    private final Counts counts;

    /** What no channel counts. */
    record Counts(RecordCount read, RecordCount written, RecordCount late) {}

    Chain(Stage head, List<Stage> stages, @Nullable SourceStage source, Counts counts) {
        this.head = head;
        this.stages = List.copyOf(stages);
        this.source = source;
        this.counts = counts;
    }

    public static Chain build(ChainSpec spec) {
        return new ChainAssembly(spec).build();
    }

    public boolean hasSource() {
        return source != null;
    }

    /** Opens all functions, last to first; may take long. What they throw names the step. */
    public void open() {
        stages.forEach(Stage::open);
        if (source != null) {
            source.open();
        }
    }

    /** @param port 1 for the second stream of a step that connects two, else 0 */
    public boolean push(Batch batch, int port) {
        head.port(port);
        return head.push(batch);
    }

    public boolean push(Batch batch) {
        return head.push(batch);
    }

    public boolean push(ControlElement element) {
        return head.push(element);
    }

    /** Reads one batch from the source and pushes it; false when the chain was suspended by it. */
    public boolean read(long nowNs) {
        return source().read(nowNs);
    }

    /** What the last read of the source said. */
    public ReadStatus readStatus() {
        return source().status();
    }

    /** Event time that the source has reached, in milliseconds since 1970; {@code Long.MIN_VALUE} where none is known. */
    public long sourceWatermark() {
        return source().watermark();
    }

    /** Sends the watermark of all that the source has read, if it has one; false when the chain was suspended by it. */
    public boolean tellTime() {
        return source == null || source.tellTime();
    }

    /** How long the source wants to be left alone after {@link ReadStatus#IDLE}, in nanoseconds. */
    public long idleNs() {
        return source().idleNs();
    }

    /** True when nothing is left over from an earlier push or read. */
    public boolean resume() {
        return head.resume();
    }

    /** Sends what has waited long enough. */
    public void tick(long nowNs) {
        for (int i = 0; i < stages.size(); i++) {
            stages.get(i).tick(nowNs);
        }
    }

    /** True when a timer of a stage waits for a {@link ClockTick} of this time or of an earlier one. */
    public boolean timerDue(long epochMs) {
        for (int i = 0; i < stages.size(); i++) {
            if (stages.get(i).timerDue(epochMs)) {
                return true;
            }
        }
        return false;
    }

    /** Ends the input: the same as pushing {@link EndOfInput}. */
    public boolean end() {
        return head.push(EndOfInput.INSTANCE);
    }

    /** Closes all functions, also those behind one that throws; throws the first failure. */
    public void close() {
        RuntimeException first = null;
        for (Stage stage : source == null ? stages : withSource()) {
            try {
                stage.close();
            } catch (RuntimeException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** Records that the source has read. */
    public long recordsRead() {
        return counts.read().records();
    }

    /** Records that the sinks have written. */
    public long recordsWritten() {
        return counts.written().records();
    }

    /** Records that came for windows that were gone. */
    public long lateRecords() {
        return counts.late().records();
    }

    private List<Stage> withSource() {
        List<Stage> all = new ArrayList<>(stages);
        all.add(source());
        return all;
    }

    private SourceStage source() {
        if (source == null) {
            throw new IllegalStateException("the chain has no source");
        }
        return source;
    }
}
