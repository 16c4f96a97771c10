package io.kintsugi.bench.contender;

import io.kintsugi.bench.recovery.Trial;
import io.kintsugi.bench.workload.RunResult;
import io.kintsugi.bench.workload.Workload;

/**
 * One engine in its own JVM. Found by name with {@link java.util.ServiceLoader}, so an implementation is public and has
 * an empty constructor; it should start nothing before the first run.
 */
public interface Contender extends AutoCloseable {
    /** As a person types it, for example {@code flink-reuse}. */
    String name();

    /**
     * Runs the workload over records 0 to {@code records} - 1 and returns when its last sink has ended. Called many
     * times in one JVM, never twice at once. Sources read a {@link io.kintsugi.bench.workload.Split}, sinks end in an
     * {@link io.kintsugi.bench.workload.EndingSink}, and {@link io.kintsugi.bench.workload.Meter#measure} wraps the job.
     *
     * @throws UnsupportedOperationException for a workload in which it does not take part
     */
    RunResult run(Workload workload, long records) throws Exception;

    /**
     * Runs W6 once and returns when its job is over. Sources read {@link io.kintsugi.bench.recovery.PacedSplit}s, trainers work
     * by {@link io.kintsugi.bench.recovery.Trainer}; what happened is in the {@link io.kintsugi.bench.recovery.TrainerLog},
     * which the caller has begun.
     */
    default void endure(Trial trial) throws Exception {
        throw new UnsupportedOperationException(name() + " does not take part in W6");
    }

    /** Stops what the first run started. */
    @Override
    default void close() {}
}
