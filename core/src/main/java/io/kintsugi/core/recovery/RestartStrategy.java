package io.kintsugi.core.recovery;

import java.time.Duration;

/** How often a job may restart after failures, and after which pause. */
public sealed interface RestartStrategy {
    <R> R accept(Visitor<R> visitor);

    /** One method a kind, so that a forgotten kind does not compile. */
    interface Visitor<R> {
        R none(None none);

        R fixedDelay(FixedDelay fixed);

        R exponential(Exponential exponential);

        R failureRate(FailureRate rate);
    }

    /** The first failure fails the job. */
    record None() implements RestartStrategy {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.none(this);
        }
    }

    /**
     * The same pause before each of a limited number of restarts.
     *
     * @param restartsMax over the life of the job; the failure after them fails it
     */
    record FixedDelay(int restartsMax, long delayMs) implements RestartStrategy {
        public FixedDelay {
            requireLeast("restarts", 0, restartsMax);
            requireLeast("delay in ms", 0, delayMs);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.fixedDelay(this);
        }
    }

    /**
     * A pause that doubles with each failure, and falls back after a time without one; there is no limit of restarts.
     *
     * @param jitter share by which a pause is made longer or shorter at random, from 0 to 1, so that jobs that failed
     *     together do not restart together
     * @param resetAfterMs a run without failure of this length makes the next pause the initial one
     */
    record Exponential(long initialMs, long maxMs, double jitter, long resetAfterMs) implements RestartStrategy {
        public Exponential {
            requireLeast("initial pause in ms", 1, initialMs);
            requireLeast("longest pause in ms", initialMs, maxMs);
            requireLeast("reset time in ms", 1, resetAfterMs);
            if (!(jitter >= 0 && jitter <= 1)) {
                throw new IllegalArgumentException("restart strategy: jitter from 0 to 1 expected, found " + jitter);
            }
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.exponential(this);
        }
    }

    /**
     * The same pause before each restart, as long as failures are rare.
     *
     * @param failuresMax within any {@code windowMs}; the one more fails the job
     */
    record FailureRate(int failuresMax, long windowMs, long delayMs) implements RestartStrategy {
        public FailureRate {
            requireLeast("failures", 1, failuresMax);
            requireLeast("window in ms", 1, windowMs);
            requireLeast("delay in ms", 0, delayMs);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.failureRate(this);
        }
    }

    static RestartStrategy none() {
        return new None();
    }

    static RestartStrategy fixedDelay(int restartsMax, Duration delay) {
        return new FixedDelay(restartsMax, delay.toMillis());
    }

    /** From 100 ms doubling to 1 min, a tenth more or less, back to 100 ms after 10 min without failure. */
    static Exponential exponential() {
        return new Exponential(100, 60_000, 0.1, 600_000);
    }

    static RestartStrategy exponential(Duration initial, Duration max, double jitter, Duration resetAfter) {
        return new Exponential(initial.toMillis(), max.toMillis(), jitter, resetAfter.toMillis());
    }

    static RestartStrategy failureRate(int failuresMax, Duration window, Duration delay) {
        return new FailureRate(failuresMax, window.toMillis(), delay.toMillis());
    }

    private static void requireLeast(String what, long least, long found) {
        if (found < least) {
            throw new IllegalArgumentException(
                    "restart strategy: %s of at least %d expected, found %d".formatted(what, least, found));
        }
    }
}
