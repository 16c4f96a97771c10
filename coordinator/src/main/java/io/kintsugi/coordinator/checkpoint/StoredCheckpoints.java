package io.kintsugi.coordinator.checkpoint;

import io.kintsugi.core.snapshot.Manifest;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the store holds for a job when it begins.
 *
 * @param checkpoints of earlier runs of its name, oldest first
 * @param savepoints of its name, oldest first
 * @param restore what the job begins with, of its own name or of another's; null for a job that begins empty
 * @param dropUnmatched whether state in {@code restore} that no step of the job takes is dropped, instead of refused
 */
public record StoredCheckpoints(
        List<Manifest> checkpoints,
        List<Manifest> savepoints,
        @Nullable Manifest restore,
        boolean dropUnmatched) {
    public StoredCheckpoints {
        checkpoints = List.copyOf(checkpoints);
        savepoints = List.copyOf(savepoints);
    }

    public static StoredCheckpoints none() {
        return new StoredCheckpoints(List.of(), List.of(), null, false);
    }

    /** The highest number that was ever completed, or 0. */
    long newestNumber() {
        Stream<Manifest> all = Stream.concat(checkpoints.stream(), savepoints.stream());
        return Stream.concat(all, Stream.ofNullable(restore))
                .mapToLong(Manifest::checkpoint)
                .max()
                .orElse(0);
    }
}
