package io.kintsugi.core.protocol;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.core.snapshot.StateVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a worker knows of an attempt of a task: enough for a leader who has never heard of it to go on with it.
 *
 * @param location where its frames go, once it is deployed
 * @param newest the newest state that it could begin with alone, or null
 * @param losses that count
 * @param last how far it had come, where it is gone; before it has begun, how far those before it had
 * @param failure why it has failed, or null
 */
public record TaskInventory(
        AttemptId attempt,
        Standing standing,
        @Nullable TaskLocation location,
        @Nullable StateVersion newest,
        Losses losses,
        ChannelPositions last,
        @Nullable Failure failure) {
    /** Where an attempt stands. */
    public enum Standing {
        DEPLOYING,
        DEPLOYED,
        /** It was told of its peers and has not found all of them. */
        CONNECTING,
        RUNNING,
        /** It has stored its last state, which is {@link #newest}, and waits for all others. */
        ENDED,
        FINISHED,
        FAILED,
        CANCELING,
        /** It was here and was cancelled. */
        GONE;

        /** Whether there is something that runs, or is about to. */
        public boolean isLive() {
            return this != FINISHED && this != FAILED && this != GONE;
        }
    }

    /**
     * What a task has told to be lost.
     *
     * @param countsFrom the first attempt whose losses count: those before went back behind them
     */
    public record Losses(int countsFrom, List<LossRange> ranges) {
        public Losses {
            ranges = List.copyOf(ranges);
        }
    }
}
