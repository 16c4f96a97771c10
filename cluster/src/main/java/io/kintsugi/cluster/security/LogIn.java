package io.kintsugi.cluster.security;

/**
 * A session that has just begun.
 *
 * @param token identifies the caller until its end
 * @param seconds how long it lasts
 */
public record LogIn(Caller caller, String token, long seconds) {
    /** Without the token. */
    @Override
    public String toString() {
        return "LogIn[" + caller + "]";
    }
}
