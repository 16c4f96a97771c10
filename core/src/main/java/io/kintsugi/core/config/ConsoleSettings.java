package io.kintsugi.core.config;

/** How a node with the role console keeps pages up to date. */
public record ConsoleSettings(
        @Setting(
                key = "streams-max",
                fallback = "64",
                min = 1,
                max = 10_000,
                reason = "Live streams at once; the tabs of one browser share one.")
        int streamsMax,

        @Setting(
                key = "refresh-ms",
                fallback = "1000",
                min = 100,
                max = 60_000,
                reason = "How often the leader is asked for what pages show; once for all streams of a node.")
        int refreshMs,

        @Setting(
                key = "ping-ms",
                fallback = "15000",
                min = 1_000,
                max = 50_000,
                reason = "How often a stream gives a sign of life, since proxies close connections that look dead.")
        int pingMs,

        @Setting(
                key = "figures-max",
                fallback = "50",
                min = 1,
                max = 10_000,
                reason = "Living jobs whose rates and losses the overview shows, as each takes two more questions.")
        int figuresMax) {

    public static ConsoleSettings defaults() {
        return new ConsoleSettings(64, 1_000, 15_000, 50);
    }
}
