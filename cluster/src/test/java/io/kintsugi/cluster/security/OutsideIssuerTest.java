package io.kintsugi.cluster.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.cluster.client.ProblemException;
import io.kintsugi.core.config.SecuritySettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.PubSecKeyOptions;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tokens of somebody else's log-in service. */
final class OutsideIssuerTest {
    private static final String KEY = "a key of the tests that has many characters";
    private static final Access.Need LOOK = new Access.Need("listJobs", Optional.of(AccessRole.VIEWER));

    @TempDir
    static Path folder;

    private static Vertx vertx;
    private static KeyPair theirs;
    private static Access access;

    @BeforeAll
    static void open() throws Exception {
        vertx = Vertx.vertx();
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2_048);
        theirs = generator.generateKeyPair();
        Files.writeString(folder.resolve("key"), KEY);
        Files.writeString(
                folder.resolve("issuer.pem"), pem("PUBLIC", theirs.getPublic().getEncoded()));
        access = await(Access.open(vertx, settings(folder.resolve("issuer.pem").toString())));
    }

    @AfterAll
    static void close() throws Exception {
        await(access.close());
        await(vertx.close());
    }

    private static SecuritySettings settings(String issuerKeyFile) {
        SecuritySettings defaults = SecuritySettings.defaults();
        return new SecuritySettings(
                "",
                "file:" + folder.resolve("key"),
                issuerKeyFile,
                "https://login.example",
                "kintsugi",
                "role",
                defaults.sessionMinutes(),
                defaults.loginFailuresMax(),
                defaults.loginWindowS(),
                defaults.loginChecksMax(),
                defaults.loginAddressesMax(),
                defaults.loggedOutMax(),
                defaults.usersReloadMs(),
                false,
                defaults.auditBytesMax());
    }

    private static String pem(String kind, byte[] bytes) {
        return "-----BEGIN %s KEY-----\n%s\n-----END %s KEY-----\n"
                .formatted(kind, Base64.getMimeEncoder().encodeToString(bytes), kind);
    }

    private static JsonObject claims() {
        return new JsonObject()
                .put("iss", "https://login.example")
                .put("aud", "kintsugi")
                .put("sub", "zoe")
                .put("role", "operator")
                .put("exp", Instant.now().getEpochSecond() + 3_600);
    }

    private static String signed(String algorithm, String key, JsonObject claims) {
        return JWTAuth.create(
                        vertx,
                        new JWTAuthOptions()
                                .addPubSecKey(new PubSecKeyOptions()
                                        .setAlgorithm(algorithm)
                                        .setBuffer(key)))
                .generateToken(claims, new JWTOptions().setAlgorithm(algorithm));
    }

    private static String theirs(JsonObject claims) {
        return signed("RS256", pem("PRIVATE", theirs.getPrivate().getEncoded()), claims);
    }

    private static Future<Caller> admit(String token) {
        return access.admit(LOOK, "Bearer " + token);
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static void assertRefused(String token) {
        assertThatThrownBy(() -> await(admit(token)))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("the token is not valid or has expired");
    }

    @Test
    void takesTheNameAndTheRoleThatTheIssuerVouchesFor() throws Exception {
        assertThat(await(admit(theirs(claims())))).isEqualTo(new Caller("zoe", AccessRole.OPERATOR));
    }

    @ParameterizedTest
    @CsvSource({"iss, https://evil.example", "aud, other", "role, root", "role, ''"})
    void refusesATokenWithAnotherClaim(String claim, String value) {
        assertRefused(theirs(claims().put(claim, value)));
    }

    @ParameterizedTest
    @CsvSource({"iss", "aud", "role", "exp"})
    void refusesATokenThatLacksAClaim(String claim) {
        JsonObject fewer = claims();
        fewer.remove(claim);

        assertRefused(theirs(fewer));
    }

    @Test
    void refusesATokenThatHasEnded() {
        assertRefused(theirs(claims().put("exp", Instant.now().getEpochSecond() - 3_600)));
    }

    @Test
    void refusesTheirPublicKeyAsAPassword() throws Exception {
        String publicKey = Files.readString(folder.resolve("issuer.pem")).strip();

        assertRefused(signed("HS256", publicKey, claims()));
    }

    @Test
    void refusesWhatNobodySigned() {
        Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
        String head = base64.encodeToString("{\"alg\":\"none\"}".getBytes(StandardCharsets.UTF_8));

        assertRefused(head + "." + base64.encodeToString(claims().encode().getBytes(StandardCharsets.UTF_8)) + ".");
    }

    @Test
    void letsNobodyVouchForANodeWithTheIssuersKey() {
        JsonObject passport =
                claims().put("aud", "kintsugi-node").put("op", "listJobs").put("req", "r1");

        assertThatThrownBy(() -> await(access.admitOnBus(LOOK, "Passport " + theirs(passport), "r1")))
                .hasMessageContaining("what a node says about the caller is not valid");
    }

    @ParameterizedTest
    @CsvSource({
        "no.pem, cannot be read",
        "private.pem, expected a PEM file that begins with",
        "broken.pem, expected an RSA"
    })
    void saysWhatIsWrongWithAKeyFile(String file, String message) throws Exception {
        Files.writeString(
                folder.resolve("private.pem"),
                pem("PRIVATE", theirs.getPrivate().getEncoded()));
        Files.writeString(folder.resolve("broken.pem"), pem("PUBLIC", new byte[] {1, 2, 3}));

        assertThatThrownBy(() ->
                        await(Access.open(vertx, settings(folder.resolve(file).toString()))))
                .cause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("security.issuer-key-file: ")
                .hasMessageContaining(file)
                .hasMessageContaining(message);
    }
}
