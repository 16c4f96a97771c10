package io.kintsugi.cluster.security;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.PubSecKeyOptions;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/**
 * Signs and checks what Kintsugi itself issues, by HMAC-SHA-256 with the key that only the nodes have. Safe for all threads.
 *
 * <p>A <i>session</i> says who somebody is; the role is looked up in the users file each time. A <i>passport</i> goes with one
 * request from the node that took it to the one that answers it, and says who asked and what they may do.
 */
public final class Tokens {
    /** Shorter keys can be guessed. */
    static final int KEY_CHARACTERS_MIN = 32;

    private static final String ALGORITHM = "HS256";
    private static final String SESSION = "kintsugi";
    private static final String PASSPORT = "kintsugi-node";

    /** Longer than any request waits; clocks of nodes may differ by as much. */
    private static final int PASSPORT_SECONDS = 60;

    private final JWTAuth sessions;
    private final JWTAuth passports;

    /** Throws {@link IllegalArgumentException} for a key that is too short. */
    public Tokens(Vertx vertx, String key) {
        if (key.length() < KEY_CHARACTERS_MIN) {
            throw new IllegalArgumentException(
                    "security.key: expected at least %d characters, found %d; 'kintsugi keygen FILE' makes a good one"
                            .formatted(KEY_CHARACTERS_MIN, key.length()));
        }
        this.sessions = provider(vertx, key, SESSION);
        this.passports = provider(vertx, key, PASSPORT);
    }

    private static JWTAuth provider(Vertx vertx, String key, String audience) {
        return JWTAuth.create(
                vertx,
                new JWTAuthOptions()
                        .addPubSecKey(
                                new PubSecKeyOptions().setAlgorithm(ALGORITHM).setBuffer(key))
                        .setJWTOptions(new JWTOptions().addAudience(audience).setLeeway(PASSPORT_SECONDS)));
    }

    /** @param id names the session when it is logged out */
    record Session(String id, String user, String passwordMark, long expiresS) {
        boolean isOf(User current) {
            byte[] expected = mark(current).getBytes(StandardCharsets.UTF_8);
            return MessageDigest.isEqual(expected, passwordMark.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** A new password ends the sessions and tokens of a user. */
    public String session(User user, long seconds) {
        return sign(
                sessions,
                SESSION,
                seconds,
                new JsonObject()
                        .put("sub", user.name())
                        .put("jti", UUID.randomUUID().toString())
                        .put("pwd", mark(user)));
    }

    Future<Session> readSession(String token) {
        return read(sessions, token)
                .map(claims -> new Session(
                        claims.getString("jti", ""),
                        claims.getString("sub", ""),
                        claims.getString("pwd", ""),
                        claims.getLong("exp")));
    }

    /** @param request the id of the one request that it is for */
    String passport(Caller caller, String operation, String request) {
        return sign(
                passports,
                PASSPORT,
                PASSPORT_SECONDS,
                new JsonObject()
                        .put("sub", caller.name())
                        .put("role", caller.role().text())
                        .put("op", operation)
                        .put("req", request));
    }

    /** Empty for one of another operation or request. */
    Future<Optional<Caller>> readPassport(String token, String operation, String request) {
        return read(passports, token)
                .map(claims -> AccessRole.of(claims.getString("role", ""))
                        .filter(role ->
                                operation.equals(claims.getString("op")) && request.equals(claims.getString("req")))
                        .map(role -> new Caller(claims.getString("sub", Caller.UNKNOWN), role)));
    }

    private static String sign(JWTAuth provider, String audience, long seconds, JsonObject claims) {
        claims.put("exp", Instant.now().getEpochSecond() + seconds);
        return provider.generateToken(
                claims, new JWTOptions().setAlgorithm(ALGORITHM).addAudience(audience));
    }

    /** Checks the signature, the audience and the time; a token without an end is none. */
    static Future<JsonObject> read(JWTAuth provider, String token) {
        return provider.authenticate(new TokenCredentials(token)).compose(user -> {
            JsonObject claims = user.attributes().getJsonObject("accessToken");
            return claims != null && claims.getValue("exp") instanceof Number
                    ? Future.succeededFuture(claims)
                    : Future.failedFuture("the token has no end");
        });
    }

    /** Changes with the password and does not tell its hash. */
    private static String mark(User user) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest((user.name() + user.passwordHash()).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(digest, 8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
