package io.kintsugi.core.config;

/** What all sinks have in common. */
public record SinkSettings(
        @Setting(
                key = "flush-ms",
                fallback = "200",
                min = 1,
                max = 600_000,
                reason = "How long a written record may wait until its sink is told to make it visible.")
        int flushMs) {

    public static SinkSettings defaults() {
        return new SinkSettings(200);
    }
}
