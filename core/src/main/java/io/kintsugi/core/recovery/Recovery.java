package io.kintsugi.core.recovery;

/**
 * What restarts after a failure, and how often that may happen.
 *
 * @param strategy which tasks restart with the one that failed
 */
public record Recovery(Strategy strategy, RestartStrategy restart) {
    /** Which tasks restart. */
    public enum Strategy {
        /** All tasks that are connected with the failed one, from the last completed checkpoint: exactly-once. */
        REGION
    }

    /** The default of a job with checkpoints. */
    public static Recovery region() {
        return new Recovery(Strategy.REGION, RestartStrategy.exponential());
    }

    /** The default of a job without checkpoints: the first failure fails the job. */
    public static Recovery none() {
        return new Recovery(Strategy.REGION, RestartStrategy.none());
    }

    public Recovery restart(RestartStrategy changed) {
        return new Recovery(strategy, changed);
    }
}
