package io.kintsugi.examples;

import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.JobParameters;
import io.kintsugi.core.graph.ExecutionMode;
import io.kintsugi.core.recovery.Checkpointing;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.recovery.RestartStrategy;
import java.time.Duration;
import java.util.Arrays;

/** What the example jobs have in common about failures. */
public final class Checkpoints {
    private static final int INTERVAL_MS_MAX = 3_600_000;
    /** A full disk may take a while until somebody sees it. */
    private static final int FAILED_MAX = 1_000;

    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(5);
    private static final double JITTER = 0.1;
    private static final Duration GOOD_AFTER = Duration.ofMinutes(1);

    private Checkpoints() {}

    /** Reads the parameter {@code mode}: {@code streaming}, the default, {@code batch} or {@code automatic}. */
    public static ExecutionMode mode(JobParameters parameters) {
        String mode = parameters.text("mode", "streaming");
        return Arrays.stream(ExecutionMode.values())
                .filter(known -> known.name().equalsIgnoreCase(mode))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "parameter 'mode': expected streaming, batch or automatic, found '%s'".formatted(mode)));
    }

    /**
     * Reads the parameter {@code checkpoint-ms}. Above 0 the job stores its state so often, goes on for long when it cannot be stored,
     * and restarts after failures without limit and after short pauses; with 0, the default, the first failure fails it.
     */
    public static void every(JobParameters parameters, JobDraft job) {
        int intervalMs = parameters.number("checkpoint-ms", 0, 0, INTERVAL_MS_MAX);
        if (intervalMs > 0) {
            job.checkpointed(Checkpointing.every(Duration.ofMillis(intervalMs)).maxSuccessiveTimeouts(FAILED_MAX))
                    .recovery(Recovery.region()
                            .restart(RestartStrategy.exponential(PAUSE, PAUSE_MAX, JITTER, GOOD_AFTER)));
        }
    }
}
