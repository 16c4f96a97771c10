package io.kintsugi.cluster.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LoginLimiterTest {
    private static final long WINDOW_MS = 60_000;

    private final LoginLimiter limiter = new LoginLimiter(2, WINDOW_MS, 3);

    @Test
    void letsWhoeverTriedTooOftenWaitUntilTheWindowOfTheFirstTryEnds() {
        limiter.tried("ann", 0);
        limiter.tried("ann", 10_000);

        assertThat(limiter.waitMs("ann", 10_000)).isEqualTo(50_000);
        assertThat(limiter.waitMs("ann", WINDOW_MS)).isZero();
        assertThat(limiter.waitMs("bob", 10_000)).isZero();
    }

    @Test
    void beginsANewWindowAfterTheOldOne() {
        limiter.tried("ann", 0);
        limiter.tried("ann", 0);
        limiter.tried("ann", WINDOW_MS);

        assertThat(limiter.waitMs("ann", WINDOW_MS)).isZero();
    }

    @Test
    void givesBackATryThatWasRight() {
        limiter.tried("ann", 0);
        limiter.tried("ann", 0);
        limiter.giveBack("ann");

        assertThat(limiter.waitMs("ann", 0)).isZero();
    }

    @Test
    void remembersNoMoreKeysThanItMay() {
        for (int i = 0; i < 100; i++) {
            limiter.tried("address " + i, i);
        }

        assertThat(limiter.keys()).isEqualTo(3);
    }
}
