package io.kintsugi.core.config;

/** What a node measures. */
public record MetricsSettings(
        @Setting(
                key = "jobs-ms",
                fallback = "5000",
                min = 100,
                max = 3_600_000,
                reason = "How often a node that leads brings the state and the losses of its jobs into its metrics.")
        int jobsMs) {

    public static MetricsSettings defaults() {
        return new MetricsSettings(5_000);
    }
}
