package io.kintsugi.coordinator.verticle;

/**
 * The savepoint that a job begins with.
 *
 * @param job whose savepoint it is, the new job's own name or another
 * @param allowUnmatched drop state for which the new job has no step, instead of refusing
 */
public record StartFrom(String job, String savepoint, boolean allowUnmatched) {
    /** Reads {@code savepoint} or {@code job/savepoint}. */
    static StartFrom parse(String text, String ownJob, boolean allowUnmatched) {
        int slash = text.indexOf('/');
        return slash < 0
                ? new StartFrom(ownJob, text, allowUnmatched)
                : new StartFrom(text.substring(0, slash), text.substring(slash + 1), allowUnmatched);
    }

    @Override
    public String toString() {
        return job + "/" + savepoint;
    }
}
