package io.kintsugi.core.config;

/** How much of the past the leader keeps for people to look at. */
public record HistorySettings(
        @Setting(
                key = "points-max",
                fallback = "600",
                min = 10,
                max = 86_400,
                reason =
                        "Seconds for which the leader remembers what each vertex of a job has done; about 100 bytes for"
                                + " each second and vertex.")
        int pointsMax,

        @Setting(
                key = "events-max",
                fallback = "1000",
                min = 10,
                max = 100_000,
                reason = "Events that are kept of each job, and as many of the cluster; the oldest is forgotten first.")
        int eventsMax,

        @Setting(
                key = "errors-max",
                fallback = "100",
                min = 1,
                max = 10_000,
                reason = "Failures that are kept of each job with their stack traces; the oldest is forgotten first.")
        int errorsMax) {

    public static HistorySettings defaults() {
        return new HistorySettings(600, 1_000, 100);
    }
}
