package io.kintsugi.worker.task;

import io.kintsugi.core.element.Barrier;
import io.kintsugi.worker.align.BarrierAligner;
import io.kintsugi.worker.channel.InputGate.Presence;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which barrier a task has to pass on next. A source makes one when it is told to; any other task has one when its inputs
 * have brought it. Used by the task's thread only.
 *
 * <pre>
 * none ──trigger, or the last input delivers──▶ due ──take──▶ none
 *                                                └──abort──▶ none
 * </pre>
 *
 * A source whose job stops with a savepoint is held behind that barrier, so that it is the last thing that it says.
 */
final class TaskBarriers {
    private final BarrierAligner aligner;
    private final boolean[] missing;
    private final long minimum;
    private long highest;
    private @Nullable Barrier due;
    /** The checkpoint behind whose barrier a source says nothing; 0 for none. */
    private long heldBehind;

    private final boolean heldForGood;

    TaskBarriers(int inputs, TaskSpec.Checkpoints settings) {
        aligner = new BarrierAligner(inputs, settings.mode(), settings.minimum());
        missing = new boolean[inputs];
        minimum = settings.minimum();
        heldForGood = settings.held();
    }

    /** True when {@code input} has to wait for others. */
    boolean blocked(int input) {
        return aligner.blocked(input);
    }

    /**
     * A source is to make a barrier. One that is still due gives way, since its checkpoint was given up; to ask for one
     * again changes nothing. False for a checkpoint from before this attempt.
     *
     * @param stops whether the source is held from now on
     */
    boolean trigger(long checkpoint, boolean stops) {
        if (checkpoint > Math.max(minimum, highest)) {
            become(new Barrier(checkpoint, Long.MIN_VALUE));
            heldBehind = stops ? checkpoint : 0;
        }
        return checkpoint > minimum;
    }

    /** Whether a source has nothing to say, because the job stops. */
    boolean hold() {
        return heldForGood || heldBehind > 0;
    }

    /** The checkpoint is complete and the job goes on, whatever it was taken for. */
    void complete(long checkpoint) {
        if (checkpoint >= heldBehind) {
            heldBehind = 0;
        }
    }

    /** Whether the job may end with this checkpoint before the task has come to its end: it has taken part in it. */
    boolean stopsWith(long checkpoint) {
        return heldForGood || checkpoint > minimum;
    }

    /** A barrier came on an input. */
    void deliver(int input, Barrier barrier) {
        completed(aligner.deliver(input, barrier));
    }

    /** An input has come to its end and is waited for no longer. */
    void end(int input) {
        completed(aligner.leave(input));
    }

    /**
     * What is known of the producer of an input. One that is away is not waited for; one that is on its way is, since the leader
     * may ask for a checkpoint as soon as the producer has found this task, and that may be before this task has found it.
     */
    void presence(int input, Presence presence) {
        boolean away = presence == Presence.AWAY;
        if (away && !missing[input]) {
            missing[input] = true;
            completed(aligner.leave(input));
        } else if (!away && missing[input]) {
            missing[input] = false;
            aligner.join(input);
        }
    }

    /** The leader has given a checkpoint up, and all before it: their barriers are waited for no longer, nor passed on. */
    void abort(long checkpoint) {
        aligner.abort(checkpoint);
        if (due != null && due.checkpoint() <= checkpoint) {
            due = null;
        }
        if (heldBehind <= checkpoint) {
            heldBehind = 0;
        }
    }

    /** The least number that the next checkpoint with this task may have. */
    long next() {
        return Math.max(minimum, highest) + 1;
    }

    boolean hasDue() {
        return due != null;
    }

    /** The barrier that is to go through the chain now; null for none. */
    @Nullable
    Barrier take() {
        Barrier taken = due;
        due = null;
        return taken;
    }

    private void completed(Optional<Barrier> complete) {
        complete.ifPresent(this::become);
    }

    private void become(Barrier barrier) {
        due = barrier;
        highest = barrier.checkpoint();
    }
}
