package io.kintsugi.core.config;

/** Limits and times of the leader. */
public record CoordinatorSettings(
        @Setting(
                key = "command-sends-max",
                fallback = "10",
                min = 1,
                max = 1_000,
                reason =
                        "How often a command is sent to a worker that does not acknowledge it before its task counts as"
                                + " failed; a worker that is gone is seen by membership long before.")
        int commandSendsMax,

        @Setting(
                key = "command-repeat-ms",
                fallback = "500",
                min = 10,
                max = 60_000,
                reason = "Pause before a command is sent again.")
        int commandRepeatMs,

        @Setting(
                key = "deploy-timeout-ms",
                fallback = "600000",
                min = 1_000,
                max = 86_400_000,
                reason = "A job whose tasks do not all run by then fails and names them; long, since a task may load a"
                        + " model before it runs.")
        int deployTimeoutMs,

        @Setting(
                key = "cancel-timeout-ms",
                fallback = "30000",
                min = 100,
                max = 3_600_000,
                reason = "A task that was cancelled and is not gone by then counts as failed and is left behind.")
        int cancelTimeoutMs,

        @Setting(
                key = "handover-timeout-ms",
                fallback = "10000",
                min = 100,
                max = 3_600_000,
                reason = "A task of a drained node that has not come to rest by then is told of, and asked again.")
        int handoverTimeoutMs,

        @Setting(
                key = "force-timeout-ms",
                fallback = "5000",
                min = 100,
                max = 3_600_000,
                reason = "The same for a job that is stopped by force, which ends then whatever its tasks do.")
        int forceTimeoutMs,

        @Setting(
                key = "live-jobs-max",
                fallback = "1000",
                min = 1,
                max = 100_000,
                reason = "Jobs that may live at one time; further submissions are refused.")
        int liveJobsMax,

        @Setting(
                key = "ended-jobs-max",
                fallback = "100",
                min = 0,
                max = 100_000,
                reason = "Ended jobs whose last status is kept; the oldest is forgotten first.")
        int endedJobsMax,

        @Setting(
                key = "recoveries-max",
                fallback = "100",
                min = 1,
                max = 10_000,
                reason = "Recoveries of a job that are kept for people to look at; the oldest is forgotten first.")
        int recoveriesMax,

        @Setting(
                key = "loss-entries-max",
                fallback = "1000",
                min = 10,
                max = 100_000,
                reason = "Lines of a job's loss account that are kept; older ones are folded into its totals.")
        int lossEntriesMax) {

    public static CoordinatorSettings defaults() {
        return new CoordinatorSettings(10, 500, 600_000, 30_000, 10_000, 5_000, 1_000, 100, 100, 1_000);
    }
}
