package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.storage.StoredJob;
import org.jspecify.annotations.Nullable;

/**
 * The savepoint or checkpoint that a job begins with.
 *
 * @param job whose savepoint it is, the new job's own name or another
 * @param savepoint its name; null: the newest that the job has, savepoint or checkpoint
 * @param allowUnmatched drop state for which the new job has no step, instead of refusing
 */
public record StartFrom(String job, @Nullable String savepoint, boolean allowUnmatched) {
    /** Reads {@code savepoint} or {@code job/savepoint}. */
    static StartFrom parse(String text, String ownJob, boolean allowUnmatched) {
        int slash = text.indexOf('/');
        return slash < 0
                ? new StartFrom(ownJob, text, allowUnmatched)
                : new StartFrom(text.substring(0, slash), text.substring(slash + 1), allowUnmatched);
    }

    static StartFrom newest(String job, boolean allowUnmatched) {
        return new StartFrom(job, null, allowUnmatched);
    }

    StoredJob.Start toStored() {
        return new StoredJob.Start(job, savepoint, allowUnmatched);
    }

    static @Nullable StartFrom of(StoredJob.@Nullable Start stored) {
        return stored == null ? null : new StartFrom(stored.job(), stored.savepoint(), stored.allowUnmatched());
    }

    @Override
    public String toString() {
        return savepoint == null ? "the newest checkpoint of " + job : "savepoint " + job + "/" + savepoint;
    }
}
