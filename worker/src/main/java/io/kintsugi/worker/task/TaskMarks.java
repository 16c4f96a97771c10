package io.kintsugi.worker.task;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.worker.channel.InputChannel;
import io.kintsugi.worker.channel.Mark;
import io.kintsugi.worker.channel.OutputChannel;
import io.kintsugi.worker.operator.Chain;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Marks now and then how far a task without state has come. A candidate becomes a {@link Mark} when all that had been emitted by
 * then has had its effect; until then there is no other.
 */
final class TaskMarks {
    /** A task with more has no marks, since each credit would carry that many positions. */
    static final int CHANNELS_MAX = 64;

    private final int attempt;
    private final TaskChannels channels;
    private final List<InputChannel> inputs;
    private final List<OutputChannel> outputs;
    private final boolean few;
    private final long everyNs;
    private @Nullable Mark candidate;
    private Mark newest = Mark.NONE;
    private long number;
    private long markedNs;

    TaskMarks(TaskSpec spec, TaskChannels channels, List<InputChannel> inputs, List<OutputChannel> outputs) {
        this.attempt = spec.attempt().number();
        this.channels = channels;
        this.inputs = inputs;
        this.outputs = outputs;
        few = inputs.size() + outputs.size() <= CHANNELS_MAX;
        everyNs = everyNs(spec.channels());
        inputs.forEach(input -> input.mark(newest));
    }

    /** So often that a mark is not much older than the credit that carries it. */
    private static long everyNs(ChannelSettings settings) {
        return TimeUnit.MILLISECONDS.toNanos(settings.heartbeatMs()) / 8;
    }

    /**
     * Called every few milliseconds.
     *
     * @param inHand whether something of what was taken is still under way in the chain
     */
    void look(Chain chain, boolean inHand, long nowNs) {
        settle();
        if (few && candidate == null && !inHand && chain.isWritten() && nowNs - markedNs >= everyNs) {
            markedNs = nowNs;
            ChannelPositions at = channels.positions(chain);
            candidate = at.equals(newest.at()) ? null : new Mark(attempt, ++number, at, channels.losses());
            settle();
        }
    }

    private void settle() {
        Mark next = candidate;
        if (next != null && isSettled(next.at().outputs())) {
            candidate = null;
            newest = next;
            inputs.forEach(input -> input.mark(next));
        }
    }

    private boolean isSettled(List<ChannelPosition> emitted) {
        for (int i = 0; i < emitted.size(); i++) {
            if (outputs.get(i).settledSeq() < emitted.get(i).seq()) {
                return false;
            }
        }
        return true;
    }
}
