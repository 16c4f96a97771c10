package io.kintsugi.core.protocol;

import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.recovery.Recovery;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * One recovery of a job: failures of neighbours at one time are one.
 *
 * @param id rising over the run of a job, from 1
 * @param strategy that was used, perhaps a wider one than the job's own
 * @param failed the tasks that failed by themselves, in this order
 * @param restarted all that began anew
 * @param untouched tasks that worked on meanwhile
 * @param cause of the first failure
 * @param timeline milliseconds since 1970, without the stages to come; up to the decision of the first failure, then of the
 *     task that reached the stage last
 */
public record RecoveryStatus(
        long id,
        Recovery.Strategy strategy,
        List<TaskId> failed,
        List<TaskId> restarted,
        int untouched,
        Failure cause,
        State state,
        Map<RecoveryStage, Long> timeline,
        LossTotals loss) {
    /** How far it is. */
    public enum State {
        RUNNING,
        /** All its tasks work again. */
        DONE,
        /** A recovery with a wider strategy took its place. */
        ESCALATED,
        /** The job ended before. */
        ABANDONED
    }

    public RecoveryStatus {
        failed = List.copyOf(failed);
        restarted = List.copyOf(restarted);
        timeline = Collections.unmodifiableMap(new TreeMap<>(timeline));
    }

    /**
     * Milliseconds from the first thing that is known of the failure, which is the failure itself unless its worker is gone,
     * to {@code stage}; empty before that is reached. Not below 0, although the clocks of two nodes may differ.
     */
    public OptionalLong untilMs(RecoveryStage stage) {
        Long reached = timeline.get(stage);
        return reached == null
                ? OptionalLong.empty()
                : OptionalLong.of(
                        Math.max(0, reached - timeline.values().iterator().next()));
    }
}
