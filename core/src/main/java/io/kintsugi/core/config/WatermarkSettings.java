package io.kintsugi.core.config;

/** How event time travels; the same on all nodes of a cluster. */
public record WatermarkSettings(
        @Setting(
                key = "interval-ms",
                fallback = "200",
                min = 0,
                max = 60_000,
                reason = "How often a source says how far event time has come; which records are late then depends a"
                        + " little on timing. 0 says it before every record that could tell the difference: exact and"
                        + " repeatable, and slow.")
        int intervalMs,

        @Setting(
                key = "hold-ms",
                fallback = "10000",
                min = 0,
                max = 3_600_000,
                reason = "How long an input whose task is away holds event time back; longer than a usual recovery, so"
                        + " that its records are not late when it returns.")
        int holdMs) {

    /** Watermarks between any two records. */
    public static final int EXACT = 0;

    public static WatermarkSettings defaults() {
        return new WatermarkSettings(200, 10_000);
    }

    /** The same course in each run: for tests. */
    public static WatermarkSettings exact() {
        return new WatermarkSettings(EXACT, 10_000);
    }
}
