package io.kintsugi.webconsole;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.security.AuditQuery;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is written down about who did what, and how it is found again. */
final class AuditTest extends OnStaffedNode {

    /** The newest ten. */
    static List<JsonObject> entries(HttpFixture asked) throws Exception {
        return HttpFixture.await(asked.security.audit().page(AuditQuery.all(), "", 10))
                .entries();
    }

    @Test
    void writesDownWhoDidWhatAndShowsItToAdminsOnly() throws Exception {
        String job = "{\"program\": {\"builder\": \"io.kintsugi.webconsole.TestJobs$Good\","
                + " \"params\": {\"db-password\": \"hunter2\"}}}";
        node.send(bearer(Call.json("POST", JOBS, job), TOKENS.get("deployer")));
        node.send(bearer(Call.json("POST", JOBS + "/gone:stop", "{\"mode\": \"now\"}"), TOKENS.get("operator")));
        node.send(bearer(Call.json("POST", JOBS, job), TOKENS.get("viewer")));

        Answer answer = node.send(bearer(Call.of("GET", "/api/v1/audit?limit=3"), TOKENS.get("admin")));

        assertThat(answer.json().getJsonArray("items"))
                .extracting(entry -> {
                    JsonObject json = (JsonObject) entry;
                    return json.getString("user") + " " + json.getString("operation") + " " + json.getInteger("status")
                            + " " + json.getJsonObject("what").getString("name");
                })
                .containsExactly(
                        "viewer submitJob 403 null", "operator stopJob 404 gone", "deployer submitJob 422 null");
        assertThat(answer.body().toString())
                .contains("io.kintsugi.webconsole.TestJobs$Good")
                .doesNotContain("hunter2");
    }

    @Test
    void pagesThroughTheAuditAndFindsWhatIsAskedFor() throws Exception {
        for (String job : List.of("page-a", "page-b", "page-a")) {
            node.send(bearer(
                    Call.json("POST", JOBS + "/" + job + ":stop", "{\"mode\": \"now\"}"), TOKENS.get("operator")));
        }

        JsonObject first = audit("limit=1&about=page-a");
        JsonObject second = audit("limit=1&about=page-a&cursor=" + first.getString("nextCursor"));

        assertThat(List.of(first, second))
                .extracting(page -> page.getJsonArray("items")
                        .getJsonObject(0)
                        .getJsonObject("what")
                        .getString("name"))
                .containsExactly("page-a", "page-a");
        assertThat(second.getJsonArray("items")).isNotEqualTo(first.getJsonArray("items"));
        assertThat(second.containsKey("nextCursor")).isFalse();
        assertThat(audit("about=page-b&user=operator&operation=stopJob&outcome=refused")
                        .getJsonArray("items"))
                .hasSize(1);
        assertThat(audit("about=page-b&outcome=done").getJsonArray("items")).isEmpty();
        assertThat(audit("about=page-b&user=viewer").getJsonArray("items")).isEmpty();
        assertThat(audit("operation=stopJop").encode()).contains("KIN-1001", "stopJob");
        assertThat(audit("cursor=2026").encode()).contains("unknown-cursor", "begin anew");
    }

    private static JsonObject audit(String query) throws Exception {
        return node.send(bearer(Call.of("GET", "/api/v1/audit?" + query), TOKENS.get("admin")))
                .json();
    }

    @Test
    void writesDownWhyAJarWasRefused() throws Exception {
        node.send(bearer(Call.jar(Buffer.buffer("PNG")), TOKENS.get("deployer")));

        JsonObject entry =
                audit("operation=uploadArtifact&limit=1").getJsonArray("items").getJsonObject(0);

        assertThat(entry.getInteger("status")).isEqualTo(422);
        assertThat(entry.getString("code")).isEqualTo(ProblemCode.NOT_A_JAR.code());
    }

    @Test
    void writesDownLogInsWithoutNamesThatNobodyHas() throws Exception {
        Path folder = temp.resolve("log-ins");
        try (HttpFixture other = new HttpFixture(folder, true, Staff.in(folder))) {
            String token = Staff.token(other, "viewer");
            other.send(Staff.logIn("viewer", "wrong-password"));
            other.send(Staff.logIn("my secret in the wrong field", "wrong-password"));
            other.send(Call.of("DELETE", "/api/v1/session")
                    .with("Cookie", "kintsugi_session=" + token)
                    .with("X-Requested-By", "console"));

            assertThat(entries(other))
                    .extracting(entry -> entry.getString("user") + " " + entry.getString("operation") + " "
                            + entry.getInteger("status") + " "
                            + entry.getJsonObject("what").encode())
                    .containsExactly(
                            "viewer logOut 200 {\"address\":\"127.0.0.1\"}",
                            "- logIn 401 {\"address\":\"127.0.0.1\"}",
                            "viewer logIn 401 {\"address\":\"127.0.0.1\"}",
                            "viewer logIn 200 {\"address\":\"127.0.0.1\"}");
        }
    }

    @Test
    void writesDownWhatWasMadeAndNoValidation() throws Exception {
        node.send(bearer(Call.json("POST", JOBS, Scenarios.GOOD), TOKENS.get("deployer")));
        node.send(bearer(Call.json("POST", JOBS + ":validate", Scenarios.GOOD), TOKENS.get("deployer")));

        Answer answer = node.send(bearer(Call.of("GET", "/api/v1/audit?limit=1"), TOKENS.get("admin")));

        JsonObject entry = answer.json().getJsonArray("items").getJsonObject(0);
        assertThat(entry.getString("operation")).isEqualTo("submitJob");
        assertThat(entry.getJsonObject("what").getString("made")).isEqualTo(JOBS + "/numbers");
    }
}
