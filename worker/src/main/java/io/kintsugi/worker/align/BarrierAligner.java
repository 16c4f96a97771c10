package io.kintsugi.worker.align;

import io.kintsugi.core.element.Barrier;
import io.kintsugi.core.recovery.AlignmentMode;
import java.util.Arrays;
import java.util.Optional;

/**
 * Decides when a barrier is complete: when every input that counts has delivered it. Until then an input that has
 * delivered it is blocked (exactly-once). Inputs count while they are connected and have not ended.
 *
 * <p>A barrier at or below the minimum is dropped, and so is one of an aborted checkpoint or of any before that: the leader has
 * one pending at a time, and the abort of an earlier one may be lost with a leader. For the same reason a newer barrier takes
 * the place of an older one that was never aborted. Used by the task's thread only.
 *
 * <pre>
 * idle ──first barrier──▶ aligning ──last input delivers, ends or goes away──▶ idle, barrier passed on
 *                            └──abort, or a newer barrier──▶ idle, inputs unblocked
 * </pre>
 */
public final class BarrierAligner {
    private static final long NONE = 0;

    private final boolean blocks;
    private final boolean[] delivered;
    private final boolean[] away;
    private long minimum;
    private long aligning = NONE;
    private long timestamp;

    /**
     * @param inputs number of input channels, at least 1
     * @param minimum barriers up to this checkpoint are dropped
     */
    public BarrierAligner(int inputs, AlignmentMode mode, long minimum) {
        this.blocks = mode == AlignmentMode.EXACTLY_ONCE;
        this.delivered = new boolean[inputs];
        this.away = new boolean[inputs];
        this.minimum = minimum;
    }

    /** True when {@code input} must not be read now. */
    public boolean blocked(int input) {
        return blocks && aligning != NONE && delivered[input];
    }

    /** The checkpoint whose barriers are being waited for, 0 for none. */
    public long aligning() {
        return aligning;
    }

    /** A barrier came on {@code input}; returns the barrier to pass on, if it is complete with it. */
    public Optional<Barrier> deliver(int input, Barrier barrier) {
        long checkpoint = barrier.checkpoint();
        if (checkpoint <= minimum || checkpoint < aligning) {
            return Optional.empty();
        }
        if (checkpoint > aligning) {
            begin(barrier);
        }
        delivered[input] = true;
        timestamp = Math.min(timestamp, barrier.timestamp());
        return complete();
    }

    /** {@code input} has ended or lost its producer: it is waited for no longer. */
    public Optional<Barrier> leave(int input) {
        away[input] = true;
        return complete();
    }

    /** {@code input} is connected again and counts again. */
    public void join(int input) {
        away[input] = false;
    }

    /** The leader has given the checkpoint up, and all before it: their barriers count no more, and nothing waits for them. */
    public void abort(long checkpoint) {
        minimum = Math.max(minimum, checkpoint);
        if (aligning <= minimum) {
            aligning = NONE;
        }
    }

    private void begin(Barrier barrier) {
        aligning = barrier.checkpoint();
        timestamp = barrier.timestamp();
        Arrays.fill(delivered, false);
    }

    private Optional<Barrier> complete() {
        if (aligning == NONE) {
            return Optional.empty();
        }
        for (int input = 0; input < delivered.length; input++) {
            if (!delivered[input] && !away[input]) {
                return Optional.empty();
            }
        }
        Barrier complete = new Barrier(aligning, timestamp);
        minimum = aligning;
        aligning = NONE;
        return Optional.of(complete);
    }
}
