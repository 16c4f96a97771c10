package io.kintsugi.worker.task;

import io.kintsugi.core.graph.PlanIteration;
import io.kintsugi.core.graph.PlanVertex;
import io.kintsugi.core.recovery.Checkpointing;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.worker.operator.Chain;
import io.kintsugi.worker.schema.Codecs;
import io.kintsugi.worker.state.SubtaskShare;
import io.kintsugi.worker.state.TaskCapture;
import io.kintsugi.worker.state.TaskRestore;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Takes the state of a task as it is between two records, and gives it to a new attempt. Used by the task's thread only.
 *
 * <pre>
 * none ──barrier begins──▶ passing ──barrier has left the chain──▶ taken ──takeCaptured──▶ none
 *                             └──abort──▶ none
 * </pre>
 */
final class TaskCaptures {
    private static final String WATERMARK = "watermark";

    private final PlanVertex vertex;
    private final SubtaskShare share;
    private final Parts parts;
    private final boolean atBarriers;
    private final boolean atEnd;
    /** Whether it may begin with what the end of an iteration has gathered. */
    private final boolean restores;
    /** In an iteration the number of the superstep, if the task is to store its state behind it; else 0. */
    private long superstep;

    private final long backupNs;
    private final Codecs codecs = new Codecs();
    private @Nullable TaskCapture passing;
    private long passingCheckpoint;
    private List<ChannelPosition> passingInputs = List.of();
    private List<LossRange> passingLosses = List.of();
    private @Nullable CapturedState taken;
    private boolean ticked;
    private long tickNs;
    private long takenNs;

    /** What of the task has state. */
    record Parts(Chain chain, TaskChannels channels, InputWatermarks watermarks) {}

    TaskCaptures(TaskSpec spec, Parts parts) {
        Checkpointing rules = spec.checkpoints().rules();
        this.vertex = spec.plan().vertex(spec.attempt().task());
        this.share = new SubtaskShare(
                spec.attempt().task().subtask(),
                vertex.parallelism(),
                spec.plan().keyGroups());
        this.parts = parts;
        Optional<PlanIteration> iteration = spec.plan().iteration(vertex.name());
        boolean keeps =
                iteration.filter(one -> one.keepers().contains(vertex.name())).isPresent();
        this.superstep = keeps ? spec.checkpoints().minimum() + 1 : 0;
        this.atEnd = rules != null;
        this.restores = atEnd || keeps || vertex.head().isIterationEnd();
        this.atBarriers = rules != null && vertex.mustAcknowledge();
        // A sink with two phases would have to prepare a part each time: a file of its own, say.
        boolean between = atBarriers && !parts.chain().prepares();
        this.backupNs = rules != null && between ? TimeUnit.MILLISECONDS.toNanos(rules.backupIntervalMs()) : 0;
    }

    /**
     * Gives the stages and the clock of the task what was stored, opens the functions unless they stood by, and has them begin.
     *
     * @param dropUnmatched whether state that nobody takes is dropped, instead of refused
     */
    void open(List<InputStream> versions, boolean dropUnmatched) {
        boolean isEndOfIteration = vertex.head().isIterationEnd();
        if (restores && !(isEndOfIteration && versions.isEmpty())) {
            superstep = isEndOfIteration ? 0 : superstep; // What it gives out now is stored already.
            try (TaskRestore restore = TaskRestore.open(share, codecs, versions)) {
                parts.chain().restore(vertex.name(), restore);
                restore.values(vertex.name(), WATERMARK, Long.class).stream()
                        .min(Long::compare)
                        .ifPresent(this::toldBefore);
                if (!dropUnmatched) {
                    requireAllUsed(restore.unused());
                }
            }
        }
        parts.chain().open();
        parts.chain().begin();
    }

    private void toldBefore(long watermark) {
        parts.watermarks().toldBefore(watermark);
        parts.chain().toldBefore(watermark);
    }

    private void requireAllUsed(List<String> unused) {
        if (!unused.isEmpty()) {
            throw new IllegalStateException(
                    ("task %s: nobody takes what is stored as %s; name steps and states as before, or start with"
                                    + " allowUnmatchedState to drop it")
                            .formatted(vertex.label(), unused));
        }
    }

    /** For a task that had come to its end: its sink may have something to commit yet. */
    void openEnded(List<InputStream> versions) {
        try (TaskRestore restore = TaskRestore.open(share, codecs, versions)) {
            parts.chain().openEnded(restore);
        }
    }

    /** The barrier of {@code checkpoint} is about to enter the chain, which is not suspended. */
    void begin(long checkpoint) {
        if (atBarriers) {
            parts.chain().prepare(checkpoint);
            passing = capture();
            passingCheckpoint = checkpoint;
            passingInputs = parts.channels().inputPositions();
            passingLosses = parts.channels().losses();
        }
    }

    /** Whatever was in the chain has left it. */
    void passed() {
        if (passing != null) {
            take(new CapturedState(
                    passingCheckpoint,
                    false,
                    passing,
                    passingInputs,
                    parts.channels().outputPositions(),
                    passingLosses));
            passing = null;
        }
    }

    /** The checkpoint is given up, and so is the state that was captured for it. */
    void abort(long checkpoint) {
        if (passing != null && passingCheckpoint == checkpoint) {
            passing.close();
            passing = null;
        }
    }

    void tick(long nowNs) {
        tickNs = nowNs;
        if (!ticked) {
            ticked = true;
            takenNs = nowNs;
        }
    }

    /** Takes a state between barriers, if it is time; the chain is not suspended. Waits for credit of what is emitted already. */
    boolean backUp() {
        if (backupNs == 0 || tickNs - takenNs < backupNs || !parts.chain().flush()) {
            return false;
        }
        takeNow(false);
        return true;
    }

    /** Takes the last state, behind the end of the input. */
    void end() {
        if (superstep > 0) {
            take(CapturedState.behindSuperstep(
                    superstep, capture(), parts.chain().measure()));
        } else if (atEnd) {
            takeNow(true);
        }
    }

    /** Takes the state of a task at rest, if a new attempt needs one. */
    boolean settled() {
        if (atBarriers) {
            takeNow(false);
        }
        return atBarriers;
    }

    private void takeNow(boolean ended) {
        take(new CapturedState(
                StateVersion.NO_CHECKPOINT,
                ended,
                capture(),
                parts.channels().inputPositions(),
                parts.channels().outputPositions(),
                parts.channels().losses()));
    }

    /** What is to be stored, once; null for nothing. */
    @Nullable
    CapturedState takeCaptured() {
        CapturedState captured = taken;
        taken = null;
        return captured;
    }

    private void take(CapturedState captured) {
        if (taken != null) {
            throw new IllegalStateException(
                    "task %s: the state of checkpoint %d was captured and nobody has taken that of %d"
                            .formatted(vertex.name(), captured.checkpoint(), taken.checkpoint()));
        }
        taken = captured;
        takenNs = tickNs;
    }

    private TaskCapture capture() {
        TaskCapture capture = new TaskCapture(share, codecs);
        parts.chain().capture(vertex.name(), capture);
        if (atEnd) {
            long watermark = parts.chain().hasSource()
                    ? parts.chain().sourceWatermark()
                    : parts.watermarks().current();
            capture.values(vertex.name(), WATERMARK, Long.class, List.of(watermark));
        }
        return capture;
    }

    /** Lets go of what was captured and not taken. */
    void close() {
        if (passing != null) {
            passing.close();
            passing = null;
        }
        if (taken != null) {
            taken.close();
            taken = null;
        }
    }
}
