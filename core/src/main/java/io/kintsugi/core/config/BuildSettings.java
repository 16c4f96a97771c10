package io.kintsugi.core.config;

/** How a node makes jobs out of builder classes and JAR files. */
public record BuildSettings(
        @Setting(
                key = "timeout-ms",
                fallback = "10000",
                min = 10,
                max = 600_000,
                reason = "How long a builder may take; it only describes the job, so a second is already long.")
        int timeoutMs,

        @Setting(
                key = "threads",
                fallback = "2",
                min = 1,
                max = 64,
                reason = "Builders that run at one time; one that never ends costs its thread.")
        int threads,

        @Setting(
                key = "waiting-max",
                fallback = "64",
                min = 1,
                max = 10_000,
                reason = "Builds that run or wait for a thread; further ones are refused.")
        int waitingMax,

        @Setting(
                key = "chunk-timeout-ms",
                fallback = "2000",
                min = 10,
                max = 60_000,
                reason = "How long to wait for a chunk of 256 KiB of a JAR that another node holds.")
        int chunkTimeoutMs,

        @Setting(
                key = "chunk-attempts-max",
                fallback = "3",
                min = 1,
                max = 100,
                reason = "How often a chunk is asked for before the next node is tried.")
        int chunkAttemptsMax,

        @Setting(
                key = "transfers-max",
                fallback = "8",
                min = 1,
                max = 1_000,
                reason = "JARs that a node fetches at one time; further ones are refused.")
        int transfersMax,

        @Setting(
                key = "transfer-timeout-ms",
                fallback = "60000",
                min = 100,
                max = 3_600_000,
                reason = "How long an upload waits until the leader has fetched the whole JAR.")
        int transferTimeoutMs) {

    public static BuildSettings defaults() {
        return new BuildSettings(10_000, 2, 64, 2_000, 3, 8, 60_000);
    }
}
