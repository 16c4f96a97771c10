package io.kintsugi.cluster.security;

import io.kintsugi.core.config.SecuritySettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.PubSecKeyOptions;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Takes JWTs of somebody else, such as a company's log-in service, by its public key. Safe for all threads. */
final class OutsideIssuer {
    private static final List<String> RSA = List.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512");
    private static final List<String> EC = List.of("ES256", "ES384", "ES512");
    private static final String BEGIN = "-----BEGIN PUBLIC KEY-----";

    private final JWTAuth provider;
    private final String roleClaim;

    private OutsideIssuer(JWTAuth provider, String roleClaim) {
        this.provider = provider;
        this.roleClaim = roleClaim;
    }

    /** Blocks to read the key. Throws {@link IllegalArgumentException} that names the file. */
    static Optional<OutsideIssuer> open(Vertx vertx, SecuritySettings settings) {
        if (settings.issuerKeyFile().isEmpty()) {
            return Optional.empty();
        }
        String pem = pem(settings.issuerKeyFile());
        JWTAuthOptions options = new JWTAuthOptions()
                .setJWTOptions(new JWTOptions().setIssuer(settings.issuer()).addAudience(settings.issuerAudience()));
        // One entry for each algorithm, all of the key's own kind: a token cannot choose an HMAC over the public key.
        algorithms(settings.issuerKeyFile(), pem)
                .forEach(algorithm -> options.addPubSecKey(
                        new PubSecKeyOptions().setAlgorithm(algorithm).setBuffer(pem)));
        return Optional.of(new OutsideIssuer(JWTAuth.create(vertx, options), settings.issuerRoleClaim()));
    }

    private static String pem(String file) {
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException e) {
            throw new IllegalArgumentException("security.issuer-key-file: %s cannot be read: %s".formatted(file, e), e);
        }
    }

    private static List<String> algorithms(String file, String pem) {
        if (!pem.startsWith(BEGIN)) {
            throw new IllegalArgumentException(
                    "security.issuer-key-file: %s: expected a PEM file that begins with %s".formatted(file, BEGIN));
        }
        X509EncodedKeySpec key;
        try {
            String body = pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
            key = new X509EncodedKeySpec(Base64.getDecoder().decode(body));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("security.issuer-key-file: %s is not base64".formatted(file), e);
        }
        if (isKey("RSA", key)) {
            return RSA;
        }
        if (isKey("EC", key)) {
            return EC;
        }
        throw new IllegalArgumentException(
                "security.issuer-key-file: %s: expected an RSA or EC public key".formatted(file));
    }

    private static boolean isKey(String algorithm, X509EncodedKeySpec key) {
        try {
            KeyFactory.getInstance(algorithm).generatePublic(key);
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    Future<Caller> read(String token) {
        return Tokens.read(provider, token).compose(this::caller);
    }

    private Future<Caller> caller(JsonObject claims) {
        return AccessRole.of(String.valueOf(claims.getValue(roleClaim)))
                .map(role -> Future.succeededFuture(new Caller(claims.getString("sub", Caller.UNKNOWN), role)))
                .orElseGet(() -> Future.failedFuture("claim '" + roleClaim + "' is no role"));
    }
}
