package io.kintsugi.core.snapshot;

import java.util.List;

/**
 * What a new attempt begins with.
 *
 * @param minCheckpoint barriers up to this one are not for this attempt
 * @param versions nothing for a task that begins empty, its own state where parallelism is unchanged, else all that may
 *     hold key groups of it
 * @param dropUnmatched whether state that no step of the task takes is dropped; else the attempt fails and names it
 * @param last how far the attempt before had come when it failed, for a task that keeps no state and so goes on from there
 * @param lost what is known to be lost by then, for an attempt that goes on from {@code last}
 * @param alone whether its neighbours live on: what lies between them and its state is then a loss, else all that are
 *     connected with it begin at the same checkpoint
 * @param held whether the job has stopped with these states: sources emit nothing, and all wait for the order to finish
 * @param due what a sink had prepared up to this checkpoint is to be seen; what comes behind it waits for the next one
 */
public record RestorePoint(
        long minCheckpoint,
        List<StateVersion> versions,
        boolean dropUnmatched,
        ChannelPositions last,
        List<LossRange> lost,
        boolean alone,
        boolean held,
        long due) {
    public RestorePoint {
        versions = List.copyOf(versions);
        lost = List.copyOf(lost);
    }

    /** One that begins together with all that it is connected with. */
    public RestorePoint(long minCheckpoint, List<StateVersion> versions, boolean dropUnmatched) {
        this(minCheckpoint, versions, dropUnmatched, ChannelPositions.none(), List.of(), false, false, Long.MAX_VALUE);
    }

    /**
     * The same for an attempt whose neighbours live on, and what the one before left behind.
     *
     * @param complete the newest checkpoint that is complete, since what is newer may be taken back yet; 0 for none
     */
    public RestorePoint alone(ChannelPositions left, long complete) {
        return new RestorePoint(minCheckpoint, versions, dropUnmatched, left, lost, true, held, complete);
    }

    /** The same for an attempt before which this was lost. */
    public RestorePoint lost(List<LossRange> before) {
        return new RestorePoint(minCheckpoint, versions, dropUnmatched, last, before, alone, held, due);
    }

    /** The same for an attempt of a job that has stopped with a savepoint. */
    public RestorePoint hold() {
        return new RestorePoint(minCheckpoint, versions, dropUnmatched, last, lost, alone, true, due);
    }

    /** One whose state has to fit. */
    public RestorePoint(long minCheckpoint, List<StateVersion> versions) {
        this(minCheckpoint, versions, false);
    }

    /** An attempt that begins with nothing. */
    public static RestorePoint empty() {
        return new RestorePoint(0, List.of());
    }
}
