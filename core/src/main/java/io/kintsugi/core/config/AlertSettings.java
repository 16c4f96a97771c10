package io.kintsugi.core.config;

import java.util.regex.Pattern;

/** Where a node that leads tells what happens to jobs, beside its log and the event bus. */
public record AlertSettings(
        @Setting(
                key = "webhook-url",
                fallback = "",
                reason =
                        "Gets a POST with JSON when a job fails, degrades or has recovered, or its loss budget is used up;"
                                + " empty stands for none. All nodes that may lead need it. It is never logged, since it"
                                + " often holds a secret.")
        String webhookUrl,

        @Setting(
                key = "timeout-ms",
                fallback = "5000",
                min = 10,
                max = 600_000,
                reason = "How long an alert waits for the answer of its receiver.")
        int timeoutMs,

        @Setting(
                key = "sends-max",
                fallback = "5",
                min = 1,
                max = 100,
                reason = "How often an alert is sent that gets no good answer; then it is dropped.")
        int sendsMax,

        @Setting(
                key = "pause-ms",
                fallback = "1000",
                min = 1,
                max = 600_000,
                reason = "Pause before an alert is sent again; it doubles each time.")
        int pauseMs,

        @Setting(
                key = "waiting-max",
                fallback = "1000",
                min = 1,
                max = 1_000_000,
                reason = "Alerts that wait while their receiver is slow or away; the oldest is dropped first.")
        int waitingMax) {

    private static final Pattern ADDRESS =
            Pattern.compile("https?://[A-Za-z0-9.:\\[\\]-]+([/?][\\w.~:/?@!$&'()*+,;=%-]*)?");

    public AlertSettings {
        if (!webhookUrl.isEmpty() && !ADDRESS.matcher(webhookUrl).matches()) {
            throw new IllegalArgumentException(
                    "alerts.webhook-url: expected http://host... or https://host..., found something else (not shown)");
        }
    }

    public static AlertSettings defaults() {
        return new AlertSettings("", 5_000, 5, 1_000, 1_000);
    }

    /** Without the address. */
    @Override
    public String toString() {
        return "AlertSettings[webhook " + (webhookUrl.isEmpty() ? "off" : "on") + "]";
    }
}
