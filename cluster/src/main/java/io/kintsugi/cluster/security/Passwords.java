package io.kintsugi.cluster.security;

import io.vertx.ext.auth.hashing.HashingStrategy;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Hashes passwords by PBKDF2 with HMAC-SHA-512. Slow on purpose: a tenth of a second or so, never on an event loop. */
public final class Passwords {
    /** As OWASP's password storage cheat sheet has it for SHA-512 (2023). */
    private static final int ITERATIONS = 210_000;

    private static final int ITERATIONS_MAX = 10_000_000;
    private static final int SALT_BYTES = 16;
    private static final int LENGTH_MIN = 8;
    private static final int LENGTH_MAX = 256;
    private static final Pattern HASH =
            Pattern.compile("\\$pbkdf2\\$it=([0-9]{1,8})\\$[A-Za-z0-9+/]+\\$[A-Za-z0-9+/]{86}");

    private static final HashingStrategy STRATEGY = HashingStrategy.load();

    /** Who does not exist is held against this one, so that the time of an answer does not tell. */
    private static final class Nobody {
        static final String HASH = new Passwords().hash("nobody has this password");
    }

    private final int iterations;
    private final SecureRandom random = new SecureRandom();

    public Passwords() {
        this(ITERATIONS);
    }

    Passwords(int iterations) {
        this.iterations = iterations;
    }

    /** Throws {@link IllegalArgumentException} for a password that is too short or too long. */
    public String hash(String password) {
        if (password.length() < LENGTH_MIN || password.length() > LENGTH_MAX) {
            throw new IllegalArgumentException("password: expected %d to %d characters, found %d"
                    .formatted(LENGTH_MIN, LENGTH_MAX, password.length()));
        }
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        String salted = Base64.getEncoder().withoutPadding().encodeToString(salt);
        return STRATEGY.hash("pbkdf2", Map.of("it", Integer.toString(iterations)), salted, password);
    }

    /** Takes as long for a user that does not exist or has no password. */
    static boolean match(Optional<User> user, String password) {
        boolean known = user.filter(User::hasPassword).isPresent();
        String hash = known ? user.get().passwordHash() : Nobody.HASH;
        boolean same = password.length() <= LENGTH_MAX && STRATEGY.verify(hash, password);
        return known && same;
    }

    static boolean isHash(String text) {
        var matcher = HASH.matcher(text);
        if (!matcher.matches()) {
            return false;
        }
        int cost = Integer.parseInt(matcher.group(1));
        return cost > 0 && cost <= ITERATIONS_MAX;
    }
}
