package io.kintsugi.cluster.security;

import java.util.regex.Pattern;

/**
 * A line of the users file.
 *
 * @param passwordHash as {@link Passwords} makes it, or {@link #NO_PASSWORD}
 */
public record User(String name, AccessRole role, String passwordHash) {
    /** For machines: only a token identifies them. */
    public static final String NO_PASSWORD = "*";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");

    public User {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "user '%s': expected 1 to 64 letters, digits and . _ @ -, beginning with a letter or digit"
                            .formatted(name));
        }
        if (!passwordHash.equals(NO_PASSWORD) && !Passwords.isHash(passwordHash)) {
            throw new IllegalArgumentException(
                    "user '%s': expected a hash of 'kintsugi user add' or *, found something else (not shown)"
                            .formatted(name));
        }
    }

    boolean hasPassword() {
        return !passwordHash.equals(NO_PASSWORD);
    }

    /** Without the hash. */
    @Override
    public String toString() {
        return "User[" + name + " " + role.text() + "]";
    }
}
