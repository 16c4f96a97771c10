package io.kintsugi.cluster.security;

/**
 * Who asks.
 *
 * @param name of a user, or of what an outside issuer vouches for
 */
public record Caller(String name, AccessRole role) {
    /** Whoever it is: there is no authentication, or the operation needs none. */
    public static final String UNKNOWN = "-";

    static Caller anybody() {
        return new Caller(UNKNOWN, AccessRole.ADMIN);
    }
}
