package io.kintsugi.core.config;

/** Limits and times of a channel; the same on all nodes of a cluster. */
public record ChannelSettings(
        @Setting(
                key = "window-frames",
                fallback = "32",
                min = 2,
                max = 1024,
                reason = "Frames that a producer may have under way on one channel before its consumer has taken them;"
                        + " bounds the memory of a channel, and 32 keeps the thread wake-ups rare.")
        int windowFrames,

        @Setting(
                key = "batch-records",
                fallback = "1000",
                min = 1,
                max = 65_536,
                reason = "Records in one batch at most; beyond some hundreds the cost of a frame no longer matters.")
        int batchRecords,

        @Setting(
                key = "frame-bytes",
                fallback = "32768",
                min = 1024,
                max = 16_777_216,
                reason = "Size of an encoded frame to aim at; smaller ones cost more than twice as much per byte.")
        int frameBytes,

        @Setting(
                key = "record-bytes-max",
                fallback = "16777216",
                min = 1024,
                max = 1_073_741_824,
                reason =
                        "A record that goes to another process and is larger when encoded fails its task with an error that"
                                + " names the step; inside a process records have no size.")
        int recordBytesMax,

        @Setting(
                key = "flush-ms",
                fallback = "5",
                min = 0,
                max = 10_000,
                reason = "How long a record may wait for company before its batch is sent.")
        int flushMs,

        @Setting(
                key = "heartbeat-ms",
                fallback = "500",
                min = 10,
                max = 60_000,
                reason = "How often a silent end of a channel repeats what it knows, so that a lost message is found.")
        int heartbeatMs,

        @Setting(
                key = "silence-ms",
                fallback = "2500",
                min = 50,
                max = 600_000,
                reason = "After this long without a word a consumer asks again where its producer stands.")
        int silenceMs) {

    public static ChannelSettings defaults() {
        return new ChannelSettings(32, 1000, 32_768, 16_777_216, 5, 500, 2_500);
    }
}
