package io.kintsugi.coordinator.failover;

import io.kintsugi.core.model.Words;
import io.kintsugi.core.recovery.RestartStrategy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.random.RandomGenerator;

/** Decides for each failure of a job whether it restarts, and after which pause. Not for several threads. */
public interface RestartBackoff {
    /** What follows from a failure. */
    sealed interface Decision {}

    /** @param pauseMs from the failure, at least */
    record Restart(long pauseMs) implements Decision {}

    /** @param reason for people, {@code "3 restarts are used up"}; empty where nobody asked for restarts */
    record GiveUp(String reason) implements Decision {}

    /** Takes note of a failure. */
    Decision failed(long nowMs);

    /** @param random for the jitter */
    static RestartBackoff of(RestartStrategy strategy, RandomGenerator random) {
        return strategy.accept(new Choice(random));
    }

    /** The backoff for each kind of strategy. */
    record Choice(RandomGenerator random) implements RestartStrategy.Visitor<RestartBackoff> {
        @Override
        public RestartBackoff none(RestartStrategy.None none) {
            return nowMs -> new GiveUp("");
        }

        @Override
        public RestartBackoff fixedDelay(RestartStrategy.FixedDelay fixed) {
            return new FixedDelay(fixed);
        }

        @Override
        public RestartBackoff exponential(RestartStrategy.Exponential exponential) {
            return new Exponential(exponential, random);
        }

        @Override
        public RestartBackoff failureRate(RestartStrategy.FailureRate rate) {
            return new FailureRate(rate);
        }
    }

    /** Counts down. */
    final class FixedDelay implements RestartBackoff {
        private final RestartStrategy.FixedDelay rule;
        private int restarts;

        FixedDelay(RestartStrategy.FixedDelay rule) {
            this.rule = rule;
        }

        @Override
        public Decision failed(long nowMs) {
            if (restarts == rule.restartsMax()) {
                return new GiveUp(
                        "%s %s used up".formatted(Words.count(restarts, "restart"), Words.verb(restarts, "is", "are")));
            }
            restarts++;
            return new Restart(rule.delayMs());
        }
    }

    /** Doubles the pause until there was no failure for a while. */
    final class Exponential implements RestartBackoff {
        private final RestartStrategy.Exponential rule;
        private final RandomGenerator random;
        private long pauseMs;
        private long goodSinceMs = Long.MIN_VALUE;

        Exponential(RestartStrategy.Exponential rule, RandomGenerator random) {
            this.rule = rule;
            this.random = random;
        }

        @Override
        public Decision failed(long nowMs) {
            boolean first = pauseMs == 0 || nowMs - goodSinceMs >= rule.resetAfterMs();
            pauseMs = first ? rule.initialMs() : pauseMs + Math.min(pauseMs, rule.maxMs() - pauseMs);
            long jittered = Math.round(pauseMs * (1 + rule.jitter() * (2 * random.nextDouble() - 1)));
            goodSinceMs = nowMs + jittered;
            return new Restart(jittered);
        }
    }

    /** Remembers the failures within the window, one more than are allowed at most. */
    final class FailureRate implements RestartBackoff {
        private final RestartStrategy.FailureRate rule;
        private final Deque<Long> failuresMs = new ArrayDeque<>();

        FailureRate(RestartStrategy.FailureRate rule) {
            this.rule = rule;
        }

        @Override
        public Decision failed(long nowMs) {
            failuresMs.addLast(nowMs);
            while (failuresMs.getFirst() <= nowMs - rule.windowMs()) {
                failuresMs.removeFirst();
            }
            return failuresMs.size() > rule.failuresMax()
                    ? new GiveUp("%d failures within %d ms are more than %d"
                            .formatted(failuresMs.size(), rule.windowMs(), rule.failuresMax()))
                    : new Restart(rule.delayMs());
        }
    }
}
