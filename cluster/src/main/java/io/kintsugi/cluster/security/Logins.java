package io.kintsugi.cluster.security;

import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.core.config.SecuritySettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Checks passwords on blocking threads, few at a time, and slows down whoever guesses: tries count by address, and by name
 * for names that exist, so that neither one address nor many of them can go on. Any thread may call.
 */
final class Logins {
    private static final long BUSY_MS = 1_000;

    private final Vertx vertx;
    private final int checksMax;
    private final LoginLimiter byAddress;
    private final LoginLimiter byName;
    private final LongSupplier clockMs;
    private int checking;

    /** @param clockMs never goes back; its origin does not matter */
    Logins(Vertx vertx, SecuritySettings settings, LongSupplier clockMs) {
        long windowMs = TimeUnit.SECONDS.toMillis(settings.loginWindowS());
        this.vertx = vertx;
        this.checksMax = settings.loginChecksMax();
        this.byAddress = new LoginLimiter(settings.loginFailuresMax(), windowMs, settings.loginAddressesMax());
        // As many as there are users, since only their names count.
        this.byName = new LoginLimiter(settings.loginFailuresMax(), windowMs, Integer.MAX_VALUE);
        this.clockMs = clockMs;
    }

    /**
     * Whether the password is the user's; fails with {@link TryLaterException} without looking at it when there were too
     * many tries.
     *
     * @param user empty: there is none of this name, which takes as long to find out
     */
    Future<Boolean> check(Optional<User> user, String password, String address) {
        long waitMs = begin(user, address);
        if (waitMs > 0) {
            long seconds = TimeUnit.MILLISECONDS.toSeconds(waitMs + 999);
            return Future.failedFuture(new TryLaterException(
                    Problem.of(
                            ProblemCode.TOO_MANY_LOGINS,
                            "too many wrong passwords from this address or for this user; try again in %d s"
                                    .formatted(seconds)),
                    seconds));
        }
        return vertx.executeBlocking(() -> Passwords.match(user, password), false)
                .onSuccess(right -> end(user, address, right))
                .onFailure(bug -> end(user, address, false));
    }

    private synchronized long begin(Optional<User> user, String address) {
        long nowMs = clockMs.getAsLong();
        long waitMs = Math.max(
                byAddress.waitMs(address, nowMs),
                user.map(known -> byName.waitMs(known.name(), nowMs)).orElse(0L));
        if (waitMs > 0) {
            return waitMs;
        }
        if (checking >= checksMax) {
            return BUSY_MS;
        }
        checking++;
        byAddress.tried(address, nowMs);
        user.ifPresent(known -> byName.tried(known.name(), nowMs));
        return 0;
    }

    private synchronized void end(Optional<User> user, String address, boolean right) {
        checking--;
        if (right) {
            byAddress.giveBack(address);
            user.ifPresent(known -> byName.giveBack(known.name()));
        }
    }
}
