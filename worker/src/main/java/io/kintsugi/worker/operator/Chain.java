package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ClockTick;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.worker.state.TaskCapture;
import io.kintsugi.worker.state.TaskRestore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The operators of one task. Either fed with {@link #push}, or, with a source at its head, by {@link #read}. After a call
 * that returned false the chain is suspended and only {@link #resume} may be called. Used by the task's thread only.
 */
public final class Chain {
    private static final String TURNS = "turns";

    private final Seat seat;
    private final Stage head;
    private final List<Stage> stages;
    private final @Nullable SourceStage source;
    private final @Nullable SinkStage sink;
    private final @Nullable FeedbackStage feedback;
    private final List<Router> routers;
    private final Counts counts;
    private boolean open;
    private boolean endedBefore;

    /** Where records come from and go to outside of the chain. */
    record Ends(
            @Nullable SourceStage source,
            @Nullable SinkStage sink,
            @Nullable FeedbackStage feedback,
            List<Router> routers) {}

    /** What no channel counts. */
    record Counts(RecordCount read, RecordCount written, RecordCount late) {}

    /** @param stages all but the source, last to first */
    Chain(Seat seat, Stage head, List<Stage> stages, Ends ends, Counts counts) {
        this.seat = seat;
        this.head = head;
        this.stages = List.copyOf(stages);
        this.source = ends.source();
        this.sink = ends.sink();
        this.feedback = ends.feedback();
        this.routers = List.copyOf(ends.routers());
        this.counts = counts;
    }

    public static Chain build(ChainSpec spec) {
        return new ChainAssembly(spec).build();
    }

    public boolean hasSource() {
        return source != null;
    }

    /** Whether the sink at its end, if there is one, keeps what it has prepared until it may commit it. */
    public boolean prepares() {
        return sink != null && sink.prepares();
    }

    /** Whether its sink, if there is one, has brought out all that it was given. */
    public boolean isWritten() {
        return sink == null || sink.isFlushed();
    }

    /** Begins to work for this attempt; before anything is restored. */
    public void seat(AttemptId attempt) {
        if (seat.isLate()) {
            seat.take(attempt);
        }
        // So that several producers do not all begin with the same consumer.
        routers.forEach(router -> router.turn(attempt.task().subtask()));
    }

    /** Opens all functions, last to first, unless they are open; may take long. What they throw names the step. */
    public void open() {
        if (open) {
            return;
        }
        open = true;
        stages.forEach(Stage::open);
        if (source != null) {
            source.open();
        }
    }

    /** Tells all functions, last to first, that their state is there; behind {@link #open}. */
    public void begin() {
        stages.forEach(Stage::begin);
    }

    /** In the place of {@link #open}, for a chain that had come to its end before: only what its sink has prepared is to be committed. */
    public void openEnded(TaskRestore restore) {
        endedBefore = true;
        if (sink != null) {
            sink.restore(restore);
            sink.recover();
        }
    }

    /** Says again that a chain has ended which {@link #openEnded} has opened. */
    public void endAgain() {
        routers.forEach(router -> router.push(EndOfInput.INSTANCE)); // Nothing is left over, so none is suspended.
    }

    /**
     * Takes back what {@link #capture} has stored; called before {@link #begin}, and before {@link #open} unless it stood by.
     *
     * @param step name under which the chain keeps what belongs to none of its steps
     */
    public void restore(String step, TaskRestore restore) {
        stages.forEach(stage -> stage.restore(restore));
        if (source != null) {
            source.restore(restore);
        }
        List<Integer> turns = restore.values(step, TURNS, Integer.class);
        if (turns.size() == routers.size()) { // Otherwise edges or parallelism have changed, and any turn will do.
            for (int i = 0; i < turns.size(); i++) {
                routers.get(i).turn(turns.get(i));
            }
        }
    }

    /** Adds the state of all stages, nothing of those that {@link #openEnded} left closed. Called only while not suspended. */
    public void capture(String step, TaskCapture capture) {
        if (endedBefore) {
            return;
        }
        stages.forEach(stage -> stage.capture(capture));
        if (source != null) {
            source.capture(capture);
        }
        capture.values(
                step, TURNS, Integer.class, routers.stream().map(Router::turn).toList());
    }

    /** What sinks have written so far belongs to {@code checkpoint}. Called only while the chain is not suspended. */
    public void prepare(long checkpoint) {
        stages.forEach(stage -> stage.prepare(checkpoint));
    }

    /** The checkpoint is there for good: sinks commit what they have prepared up to it. */
    public void complete(long checkpoint) {
        stages.forEach(stage -> stage.complete(checkpoint));
    }

    /** Sends what waits for company; false when some of it has to wait for credit. */
    public boolean flush() {
        boolean all = true;
        for (Router router : routers) {
            all &= router.flush();
        }
        return all;
    }

    /** Told a lane, and the records for it that wait for company or for credit. */
    public interface UnsentVisitor {
        void visit(Lane lane, int records);
    }

    /** Visits the lanes that wait with something. */
    public void forEachUnsent(UnsentVisitor visitor) {
        routers.forEach(router -> router.forEachUnsent(visitor));
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

    /** The time that the source has told before this attempt: it does not fall. */
    public void toldBefore(long watermark) {
        if (source != null) {
            source.toldBefore(watermark);
        }
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
        for (Stage stage : opened()) {
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

    /** What the records measure together that the end of an iteration has gathered; 0 for any other chain. */
    public double measure() {
        return feedback == null ? 0 : feedback.measure();
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

    private List<Stage> opened() {
        if (endedBefore) {
            return sink == null ? List.of() : List.of(sink);
        }
        List<Stage> all = new ArrayList<>(stages);
        if (source != null) {
            all.add(source);
        }
        return all;
    }

    private SourceStage source() {
        if (source == null) {
            throw new IllegalStateException("the chain has no source");
        }
        return source;
    }
}
