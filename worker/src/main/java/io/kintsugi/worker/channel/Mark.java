package io.kintsugi.worker.channel;

import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.LossRange;
import java.util.Comparator;
import java.util.List;

/**
 * How far a task without state had come when all that it had taken had had its whole effect: what came of it was written out, or
 * was taken by tasks with state. Its producers keep the newest one for the attempt to come, in case it dies without a word.
 *
 * @param attempt of the task, from 1; 0 for no mark yet
 * @param number rising with the marks of an attempt, from 1
 * @param losses what the task had lost on its inputs by then
 */
public record Mark(int attempt, long number, ChannelPositions at, List<LossRange> losses) implements Comparable<Mark> {
    /** Of a task that has not come to one yet. */
    public static final Mark NONE = new Mark(0, 0, ChannelPositions.none(), List.of());

    private static final Comparator<Mark> ORDER =
            Comparator.comparingInt(Mark::attempt).thenComparingLong(Mark::number);

    public Mark {
        losses = List.copyOf(losses);
    }

    boolean isNone() {
        return attempt == 0;
    }

    @Override
    public int compareTo(Mark other) {
        return ORDER.compare(this, other);
    }
}
