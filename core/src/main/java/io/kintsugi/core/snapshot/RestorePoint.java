package io.kintsugi.core.snapshot;

import java.util.List;

/**
 * What a new attempt begins with.
 *
 * @param minCheckpoint barriers up to this one are not for this attempt
 * @param versions nothing for a task that begins empty, its own state where parallelism is unchanged, else all that may
 *     hold key groups of it
 */
public record RestorePoint(long minCheckpoint, List<StateVersion> versions) {
    public RestorePoint {
        versions = List.copyOf(versions);
    }

    /** An attempt that begins with nothing. */
    public static RestorePoint empty() {
        return new RestorePoint(0, List.of());
    }
}
