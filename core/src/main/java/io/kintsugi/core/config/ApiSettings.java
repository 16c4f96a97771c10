package io.kintsugi.core.config;

/** How a node answers requests on the event bus and passes them to the leader. */
public record ApiSettings(
        @Setting(
                key = "forward-timeout-ms",
                fallback = "4500",
                min = 10,
                max = 600_000,
                reason = "How long a node waits for the leader's answer; shorter than the 5 s of a client, so that the"
                        + " client learns why.")
        int forwardTimeoutMs,

        @Setting(
                key = "idempotency-keys-max",
                fallback = "1000",
                min = 1,
                max = 1_000_000,
                reason = "Idempotency keys whose answers the leader keeps; the oldest is forgotten first.")
        int idempotencyKeysMax,

        @Setting(
                key = "idempotency-hours",
                fallback = "24",
                min = 1,
                max = 720,
                reason = "How long the leader keeps the answer of an idempotency key.")
        int idempotencyHours,

        @Setting(
                key = "body-bytes-max",
                fallback = "1048576",
                min = 1024,
                max = 16_777_216,
                reason = "Largest body of a request to the API, whether it came over the event bus or by HTTP.")
        int bodyBytesMax,

        @Setting(
                key = "wait-ms-max",
                fallback = "10000",
                min = 0,
                max = 600_000,
                reason =
                        "Longest time for which a request that prefers to wait (Prefer: wait=N) is held until what it asks for"
                                + " is done.")
        int waitMsMax,

        @Setting(
                key = "operations-max",
                fallback = "1000",
                min = 1,
                max = 100_000,
                reason = "Long actions, such as stops and savepoints, that the leader can be asked about; the oldest is"
                        + " forgotten first.")
        int operationsMax,

        @Setting(
                key = "quarantine-hours-max",
                fallback = "720",
                min = 1,
                max = 87_600,
                reason = "How far ahead the end of a quarantine may lie, so that none is forgotten for good.")
        int quarantineHoursMax) {

    public static ApiSettings defaults() {
        return new ApiSettings(4_500, 1_000, 24, 1_048_576, 10_000, 1_000, 720);
    }
}
