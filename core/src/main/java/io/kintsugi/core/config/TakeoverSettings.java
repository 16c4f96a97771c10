package io.kintsugi.core.config;

/** What happens when the leader is gone. */
public record TakeoverSettings(
        @Setting(
                key = "answers-ms",
                fallback = "10000",
                min = 100,
                max = 600_000,
                reason =
                        "How long a new leader waits for workers in view to say what they run; what those have that do not"
                                + " answer counts as lost.")
        int answersMs,

        @Setting(
                key = "build-ms",
                fallback = "60000",
                min = 1_000,
                max = 3_600_000,
                reason =
                        "How long a new leader tries to build a job that it takes over before the job fails; an application"
                                + " that embeds the node registers its jobs after the start.")
        int buildMs,

        @Setting(
                key = "again-ms",
                fallback = "5000",
                min = 100,
                max = 600_000,
                reason =
                        "Pause before a coordinator that was replaced, and still takes itself for the oldest, leads again.")
        int againMs,

        @Setting(
                key = "leaderless-ms",
                fallback = "600000",
                min = 1_000,
                max = 86_400_000,
                reason = "How long a worker keeps its tasks while nobody leads; then it stops them.")
        int leaderlessMs) {

    public static TakeoverSettings defaults() {
        return new TakeoverSettings(10_000, 60_000, 5_000, 600_000);
    }
}
