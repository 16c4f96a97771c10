package io.kintsugi.webconsole;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.cluster.client.ApiAddress;
import io.kintsugi.cluster.client.ApiRequest;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemException;
import io.kintsugi.cluster.contract.ApiContract;
import io.kintsugi.cluster.contract.ApiOperation;
import io.kintsugi.cluster.security.AccessRole;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.PubSecKeyOptions;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may do what, by HTTP and over the event bus. */
final class AccessTest extends OnStaffedNode {
    private static final String UNAUTHENTICATED = ProblemCode.UNAUTHENTICATED.code();
    private static final String FORBIDDEN = ProblemCode.FORBIDDEN.code();

    static Stream<Arguments> operationsAndRoles() {
        return ApiContract.load().operations().stream()
                .flatMap(operation -> Staff.NAMES.stream().map(name -> Arguments.of(operation.id(), name)));
    }

    private static ApiOperation operation(String id) {
        return ApiContract.load().operation(id).orElseThrow();
    }

    private static boolean may(ApiOperation operation, String name) {
        return operation.role().isEmpty()
                || AccessRole.of(name).orElseThrow().includes(operation.role().get());
    }

    /** A request that is as good as one can be that knows nothing of the operation. */
    private static Call call(ApiOperation operation) {
        Call call = Call.of(operation.method(), operation.path().replaceAll("\\{[^}]+}", "x"));
        return operation.body().mediaTypes().contains("application/json")
                ? Call.json(call.method(), call.path(), "{}")
                : call;
    }

    @ParameterizedTest(name = "{0} by {1}")
    @MethodSource("operationsAndRoles")
    void letsEachRoleDoOverHttpWhatTheContractSays(String id, String name) throws Exception {
        int status = node.status(bearer(call(operation(id)), TOKENS.get(name)));

        if (may(operation(id), name)) {
            assertThat(status).isNotIn(401, 403);
        } else {
            assertThat(status).isEqualTo(403);
        }
    }

    @ParameterizedTest(name = "{0} by {1}")
    @MethodSource("operationsAndRoles")
    void letsEachRoleDoOverTheEventBusWhatTheContractSays(String id, String name) throws Exception {
        if (operation(id).httpOnly()) {
            return;
        }

        assertThat(onBus(id, "Bearer " + TOKENS.get(name)).equals(FORBIDDEN)).isEqualTo(!may(operation(id), name));
        assertThat(onBus(id, "Bearer " + TOKENS.get(name))).isNotEqualTo(UNAUTHENTICATED);
        assertThat(onBus(id, null)).isEqualTo(UNAUTHENTICATED);
    }

    private static ConditionFactory patiently() {
        return Awaitility.await().atMost(Duration.ofMinutes(1));
    }

    /** The code of the problem, or nothing. */
    private static String onBus(String operation, String authorization) throws Exception {
        ApiRequest request = new ApiRequest(operation, new JsonObject(), null, "r1").authorized(authorization);
        try {
            HttpFixture.await(new ApiAddress(node.vertx).request(ApiAddress.ANY_NODE, request, 10_000));
            return "";
        } catch (ExecutionException e) {
            return ((ProblemException) e.getCause()).problem().code().code();
        }
    }

    @Test
    void answersHealthToEverybodyAndMetricsToViewers() throws Exception {
        assertThat(node.get("/health/live").status()).isEqualTo(200);
        assertThat(node.get("/health/ready").status()).isEqualTo(200);
        assertThat(node.get("/metrics").status()).isEqualTo(401);
        assertThat(node.get("/metrics").headers().get("www-authenticate")).isEqualTo("Bearer realm=\"kintsugi\"");
        assertThat(node.send(bearer(Call.of("GET", "/metrics"), TOKENS.get("viewer")))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void takesOnlyTokensThatItHasSignedItselfAndThatHaveNotExpired() throws Exception {
        JsonObject claims = claims(TOKENS.get("admin"));
        long past = System.currentTimeMillis() / 1_000 - 3_600;

        assertThat(statusWith(signed(Staff.KEY, claims))).isEqualTo(200);
        assertThat(statusWith(signed("another key of at least 32 characters", claims)))
                .isEqualTo(401);
        assertThat(statusWith(signed(Staff.KEY, claims.copy().put("exp", past))))
                .isEqualTo(401);
        assertThat(statusWith(signed(Staff.KEY, without(claims, "exp")))).isEqualTo(401);
        assertThat(statusWith(signed(Staff.KEY, without(claims, "aud")))).isEqualTo(401);
        assertThat(statusWith(signed(Staff.KEY, claims.copy().put("sub", "viewer"))))
                .isEqualTo(401);
        assertThat(statusWith(unsigned(claims))).isEqualTo(401);
        assertThat(statusWith(TOKENS.get("admin") + "x")).isEqualTo(401);
        assertThat(statusWith("")).isEqualTo(401);
        assertThat(node.send(Call.of("GET", JOBS).with("Authorization", "Basic YWRtaW46YWRtaW4="))
                        .status())
                .isEqualTo(401);
    }

    private static int statusWith(String token) throws Exception {
        return node.send(bearer(Call.of("GET", JOBS), token)).status();
    }

    private static JsonObject claims(String token) {
        return new JsonObject(new String(Base64.getUrlDecoder().decode(token.split("\\.")[1]), StandardCharsets.UTF_8));
    }

    private static JsonObject without(JsonObject claims, String claim) {
        JsonObject fewer = claims.copy();
        fewer.remove(claim);
        return fewer;
    }

    private static String signed(String key, JsonObject claims) {
        return JWTAuth.create(
                        node.vertx,
                        new JWTAuthOptions()
                                .addPubSecKey(new PubSecKeyOptions()
                                        .setAlgorithm("HS256")
                                        .setBuffer(key)))
                .generateToken(claims, new JWTOptions().setAlgorithm("HS256"));
    }

    private static String unsigned(JsonObject claims) {
        Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
        String head = base64.encodeToString("{\"alg\":\"none\",\"typ\":\"JWT\"}".getBytes(StandardCharsets.UTF_8));
        return head + "." + base64.encodeToString(claims.encode().getBytes(StandardCharsets.UTF_8)) + ".";
    }

    @Test
    void vouchesToTheLeaderForOneRequestOnly() throws Exception {
        Promise<String> passed = Promise.promise();
        Promise<String> requestId = Promise.promise();
        var leader = node.vertx.eventBus().consumer(ApiAddress.leader(HttpFixture.SILENT), message -> {
            passed.tryComplete(message.headers().get(ApiAddress.AUTHORIZATION));
            requestId.tryComplete(message.headers().get(ApiAddress.REQUEST_ID));
        });
        node.membership.leader(Optional.of(HttpFixture.SILENT));
        for (int i = 0; i < 2; i++) { // One of them reaches the consumer above, the other one that of the fixture.
            node.send(bearer(Call.of("GET", JOBS), TOKENS.get("viewer")));
        }
        String passport = HttpFixture.await(passed.future());
        HttpFixture.await(leader.unregister());
        node.reset();

        assertThat(passport).startsWith("Passport ");
        assertThat(claims(passport).getString("role")).isEqualTo("viewer");
        assertThat(onBusAs("listJobs", passport, HttpFixture.await(requestId.future())))
                .isEmpty();
        assertThat(onBusAs("listJobs", passport, "another")).isEqualTo(UNAUTHENTICATED);
        assertThat(onBusAs("listArtifacts", passport, HttpFixture.await(requestId.future())))
                .isEqualTo(UNAUTHENTICATED);
        assertThat(node.send(Call.of("GET", JOBS).with("Authorization", passport))
                        .status())
                .isEqualTo(401);
    }

    private static String onBusAs(String operation, String passport, String requestId) throws Exception {
        ApiRequest request = new ApiRequest(operation, new JsonObject(), null, requestId).authorized(passport);
        try {
            HttpFixture.await(new ApiAddress(node.vertx).request(ApiAddress.ANY_NODE, request, 10_000));
            return "";
        } catch (ExecutionException e) {
            return ((ProblemException) e.getCause()).problem().code().code();
        }
    }

    @Test
    void takesAChangeByCookieOnlyWithAHeaderThatNoFormCanSend() throws Exception {
        Call stop = Call.of("POST", JOBS + "/x:stop").with("Cookie", "kintsugi_session=" + TOKENS.get("operator"));

        assertThat(node.send(stop).code()).isEqualTo(ProblemCode.REQUESTED_BY_MISSING.code());
        assertThat(node.send(stop.with("X-Requested-By", "console")).code()).isEqualTo(ProblemCode.UNKNOWN_JOB.code());
        assertThat(node.send(Call.of("GET", JOBS).with("Cookie", "kintsugi_session=" + TOKENS.get("viewer")))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void keepsTheSessionFromScriptsAndOtherSites() throws Exception {
        Answer answer = node.send(Staff.logIn("viewer", Staff.password("viewer")));

        assertThat(answer.headers().get("set-cookie"))
                .containsIgnoringCase("HttpOnly")
                .contains("SameSite=Strict", "Path=/", "Max-Age=28800");
        assertThat(answer.json())
                .isEqualTo(new JsonObject()
                        .put("authentication", true)
                        .put("uploads", true)
                        .put("user", "viewer")
                        .put("role", "viewer"));
    }

    @Test
    void endsASessionWhenItIsLoggedOut() throws Exception {
        String token = Staff.token(node, "viewer");
        Call ask = Call.of("GET", "/api/v1/me").with("Cookie", "kintsugi_session=" + token);
        int before = node.send(ask).status();

        Call out = Call.of("DELETE", "/api/v1/session").with("Cookie", "kintsugi_session=" + token);
        Answer bare = node.send(out);
        Answer answer = node.send(out.with("X-Requested-By", "console"));

        assertThat(before).isEqualTo(200);
        assertThat(bare.status()).isEqualTo(403);
        assertThat(answer.headers().get("set-cookie")).contains("kintsugi_session=;", "Max-Age=0");
        patiently().until(() -> node.send(ask).status() == 401);
        assertThat(statusWith(TOKENS.get("viewer"))).isEqualTo(200);
    }

    @Test
    void endsALiveStreamWithItsSession() throws Exception {
        String token = Staff.token(node, "viewer");
        Call cookie = Call.of("GET", "/api/v1/events").with("Cookie", "kintsugi_session=" + token);
        Future<Void> end = node.endOf(cookie);
        Future<Void> another = node.endOf(bearer(Call.of("GET", "/api/v1/events"), TOKENS.get("viewer")));

        node.send(Call.of("DELETE", "/api/v1/session")
                .with("Cookie", "kintsugi_session=" + token)
                .with("X-Requested-By", "console"));

        HttpFixture.await(end);
        assertThat(another.isComplete()).isFalse();
    }

    @Test
    void endsSessionsOfUsersThatAreGoneOrHaveANewPassword() throws Exception {
        Path folder = temp.resolve("changing");
        try (HttpFixture other = new HttpFixture(folder, true, Staff.in(folder))) {
            Call asViewer = bearer(Call.of("GET", JOBS), Staff.token(other, "viewer"));
            Call asAdmin = bearer(Call.of("GET", JOBS), Staff.token(other, "admin"));
            assertThat(other.send(asViewer).status()).isEqualTo(200);

            Files.writeString(
                    folder.resolve("users"), Staff.line("admin").replaceFirst("it=10\\$[^$]*", "it=11\\$b3RoZXI"));

            patiently().until(() -> other.send(asViewer).status() == 401);
            assertThat(other.send(asAdmin).status()).isEqualTo(401);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"viewer", "nobody"})
    void slowsDownWhoeverGuessesPasswords(String name) throws Exception {
        Path folder = temp.resolve("guessing-" + name);
        try (HttpFixture other = new HttpFixture(folder, true, Staff.in(folder))) {
            for (int i = 0; i < Staff.FAILURES_MAX; i++) {
                assertThat(other.send(Staff.logIn(name, "guess" + i)).status()).isEqualTo(401);
            }

            Answer right = other.send(Staff.logIn("viewer", Staff.password("viewer")));

            assertThat(right.status()).isEqualTo(429);
            assertThat(Integer.parseInt(right.headers().get("retry-after"))).isBetween(1, Staff.LOGIN_WINDOW_S);
            assertThat(AuditTest.entries(other)).as("tries that were looked at").hasSize(Staff.FAILURES_MAX);
        }
    }
}
