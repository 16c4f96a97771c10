package io.kintsugi.core.config;

/** How nodes find out that others are silent, and when each draws its conclusions. */
public record LivenessSettings(
        @Setting(
                key = "heartbeat-ms",
                fallback = "500",
                min = 50,
                max = 60_000,
                reason =
                        "How often each node asks every other one for a sign of life, over the way that commands take.")
        int heartbeatMs,

        @Setting(
                key = "suspect-ms",
                fallback = "1500",
                min = 100,
                max = 600_000,
                reason = "A node that was not heard for so long is suspect: checkpoints of its jobs pause, nothing is"
                        + " redeployed. Some heartbeats, since a wrong suspicion costs a late checkpoint only.")
        int suspectMs,

        @Setting(
                key = "lease-ms",
                fallback = "4000",
                min = 200,
                max = 600_000,
                reason = "A worker that has not heard the leader for so long stops its tasks by itself; less than"
                        + " cluster.lost-after-s, so that they have ended before they are replaced, and more than the"
                        + " longest pause that a healthy node takes.")
        int leaseMs,

        @Setting(
                key = "leaderless-ms",
                fallback = "60000",
                min = 200,
                max = 3_600_000,
                reason = "For how long after its lease a worker lets its tasks run if nobody leads: it still reaches"
                        + " more than half of the others, and none of them has heard a leader either. As long as"
                        + " another coordinator may need to take over.")
        int leaderlessMs,

        @Setting(
                key = "link-lost-ms",
                fallback = "10000",
                min = 500,
                max = 3_600_000,
                reason = "Two workers that the leader hears and that do not reach each other for so long: the tasks of"
                        + " the one that joined later restart elsewhere. Until then records wait, and nothing is lost.")
        int linkLostMs) {
    public LivenessSettings {
        if (heartbeatMs >= suspectMs) {
            throw new IllegalArgumentException(
                    "liveness.heartbeat-ms: %d: expected less than liveness.suspect-ms, which is %d, or each late answer makes a suspect"
                            .formatted(heartbeatMs, suspectMs));
        }
        if (2L * suspectMs > leaseMs) {
            throw new IllegalArgumentException(
                    "liveness.suspect-ms: %d: expected at most half of liveness.lease-ms, which is %d, or tasks stop because of answers that are only late"
                            .formatted(suspectMs, leaseMs));
        }
    }

    /** Throws {@link IllegalArgumentException} if tasks could be replaced before their worker has stopped them. */
    public void requireWithin(ClusterSettings cluster) {
        if (leaseMs >= cluster.lostAfterS() * 1_000L) {
            throw new IllegalArgumentException(
                    ("liveness.lease-ms: %d: expected less than cluster.lost-after-s, which is %d s: a worker has to stop"
                                    + " its tasks before they are replaced")
                            .formatted(leaseMs, cluster.lostAfterS()));
        }
    }

    public static LivenessSettings defaults() {
        return new LivenessSettings(500, 1_500, 4_000, 60_000, 10_000);
    }
}
