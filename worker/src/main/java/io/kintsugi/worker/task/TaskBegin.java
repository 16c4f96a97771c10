package io.kintsugi.worker.task;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.worker.channel.ChannelStart;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where a new attempt goes on in the numbering of its channels.
 *
 * @param state how far the state that it begins with had come; null for a state from elsewhere, or none
 * @param last how far the attempt before had come when it failed, where that is known
 * @param losses of the state, or of the attempt before, so far
 * @param alone whether its neighbours live on
 * @param anew whether nothing was before it, so that all numbering begins with 1
 */
public record TaskBegin(
        @Nullable ChannelPositions state, ChannelPositions last, List<LossRange> losses, boolean alone, boolean anew) {
    public TaskBegin {
        losses = List.copyOf(losses);
    }

    /** For an attempt that begins together with all others. */
    public static TaskBegin together() {
        return new TaskBegin(null, ChannelPositions.none(), List.of(), false, false);
    }

    /** What a restore point says about the channels of an attempt. */
    public static TaskBegin of(JobId job, AttemptId attempt, RestorePoint restore) {
        Optional<StateVersion> own = restore.versions().stream()
                .filter(version ->
                        version.id().job().equals(job) && version.task().equals(attempt.task()))
                .findFirst();
        return new TaskBegin(
                own.map(StateVersion::positions).orElse(null),
                restore.last(),
                own.map(StateVersion::losses).orElse(restore.lost()),
                restore.alone(),
                !restore.alone()
                        && restore.minCheckpoint() == 0
                        && restore.versions().isEmpty());
    }

    /** Whether the attempt before was alone in knowing how far it had come, and is gone without having said it. */
    boolean isWithoutLastWords() {
        return alone && last.inputs().isEmpty() && last.outputs().isEmpty();
    }

    /** @param stateful whether what an earlier attempt has taken counts only as far as its state is there */
    ChannelStart input(ChannelId channel, boolean stateful) {
        return start(channel, stateful, ChannelPositions::inputs, ChannelStart.nothingTaken(channel, alone));
    }

    ChannelStart output(ChannelId channel, boolean stateful) {
        return start(channel, stateful, ChannelPositions::outputs, ChannelStart.nothingEmitted(channel, alone));
    }

    /** @param empty for a state that has seen nothing */
    private ChannelStart start(
            ChannelId channel,
            boolean stateful,
            Function<ChannelPositions, List<ChannelPosition>> side,
            ChannelStart empty) {
        boolean diedHere =
                !stateful && (!last.inputs().isEmpty() || !last.outputs().isEmpty());
        ChannelPosition at = Optional.ofNullable(diedHere ? last : state)
                .flatMap(from -> ChannelPosition.of(channel, side.apply(from)))
                .orElse(null);
        return at == null && (stateful || anew) ? empty : new ChannelStart(at, stateful || !alone, alone);
    }
}
