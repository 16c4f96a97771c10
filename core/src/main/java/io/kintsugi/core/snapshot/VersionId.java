package io.kintsugi.core.snapshot;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;

/**
 * Which stored state of which attempt, printed {@code flights#3/train[2]@4/v7}; never used twice.
 *
 * @param number counts the versions of an attempt from 1
 */
public record VersionId(JobId job, AttemptId attempt, long number) {
    public VersionId {
        if (number < 1) {
            throw new IllegalArgumentException("version of " + attempt + ": number " + number + " is below 1");
        }
    }

    @Override
    public String toString() {
        return job + "/" + attempt + "/v" + number;
    }
}
