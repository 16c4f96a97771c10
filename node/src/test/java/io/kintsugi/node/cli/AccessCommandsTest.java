package io.kintsugi.node.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AccessCommandsTest {
    private static final Map<String, String> PASSWORD = Map.of("KINTSUGI_PASSWORD", "correct horse");

    @TempDir
    Path folder;

    private String users() {
        return folder.resolve("users").toString();
    }

    @Test
    void writesUsersWithHashesThatOnlyTheOwnerCanRead() throws IOException {
        CliProbe added = CliProbe.run(PASSWORD, "user", "add", "ann", "--role", "admin", "--file", users());
        CliProbe robot =
                CliProbe.run(PASSWORD, "user", "add", "ci", "--role", "deployer", "--no-password", "--file", users());
        CliProbe listed = CliProbe.run("user", "list", "--file", users());

        assertThat(added.err() + robot.err() + listed.err()).isEmpty();
        assertThat(listed.out()).containsSubsequence("ann", "admin", "set", "ci", "deployer", "none");
        assertThat(Files.readString(folder.resolve("users")))
                .containsPattern("ann:admin:\\$pbkdf2\\$it=210000\\$")
                .contains("ci:deployer:*")
                .doesNotContain("correct horse");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("users"))))
                .isEqualTo("rw-------");
    }

    @Test
    void removesUsersAndSaysWhoIsNotThere() {
        CliProbe.run(PASSWORD, "user", "add", "ann", "--role", "admin", "--no-password", "--file", users());

        assertThat(CliProbe.run("user", "remove", "ann", "--file", users()).code())
                .isZero();
        assertThat(CliProbe.run("user", "remove", "ann", "--file", users()).err())
                .contains("there is no user 'ann'");
    }

    @Test
    void refusesShortPasswordsOddNamesAndUnknownRoles() {
        Map<String, String> weak = Map.of("KINTSUGI_PASSWORD", "short");

        assertThat(CliProbe.run(weak, "user", "add", "ann", "--role", "admin", "--file", users())
                        .err())
                .isEqualTo("kintsugi user add: password: expected 8 to 256 characters, found 5\n");
        assertThat(CliProbe.run(PASSWORD, "user", "add", "a:b", "--role", "admin", "--file", users())
                        .err())
                .contains("user 'a:b': expected");
        assertThat(CliProbe.run(PASSWORD, "user", "add", "ann", "--role", "boss", "--file", users())
                        .code())
                .isEqualTo(2);
        assertThat(Files.exists(folder.resolve("users"))).isFalse();
    }

    @Test
    void makesAKeyOnceAndTokensWithIt() {
        String key = folder.resolve("key").toString();
        CliProbe.run(PASSWORD, "user", "add", "ci", "--role", "deployer", "--no-password", "--file", users());

        CliProbe made = CliProbe.run("keygen", key);
        CliProbe again = CliProbe.run("keygen", key);
        CliProbe token = CliProbe.run("token", "ci", "--file", users(), "--key", "file:" + key);
        CliProbe nobody = CliProbe.run("token", "bob", "--file", users(), "--key", "file:" + key);

        assertThat(made.code()).isZero();
        assertThat(again.err()).contains("is there already");
        assertThat(token.out().strip()).matches("[\\w-]+\\.[\\w-]+\\.[\\w-]+");
        assertThat(nobody.err()).contains("there is no user 'bob'");
    }

    @Test
    void sendsTheTokenOrLogsInFirst() throws IOException {
        try (Answering server = new Answering()) {
            server.on("GET /api/v1/jobs", 200, "{\"items\":[]}")
                    .on("POST /api/v1/session", 401, "{\"code\":\"KIN-6001\",\"detail\":\"wrong\"}");

            CliProbe byToken = CliProbe.run(Map.of("KINTSUGI_TOKEN", "t1", "KINTSUGI_SERVER", server.url()), "jobs");
            CliProbe byName = CliProbe.run(PASSWORD, "jobs", "--user", "ann", "--server", server.url());
            CliProbe noPassword = CliProbe.run("jobs", "--user", "ann", "--server", server.url());

            assertThat(byToken.code()).isZero();
            assertThat(server.authorizations()).containsExactly("Bearer t1", "");
            assertThat(server.requests())
                    .contains("POST /api/v1/session {\"user\":\"ann\",\"password\":\"correct horse\"}");
            assertThat(byName.err()).contains("KIN-6001 wrong").doesNotContain("correct horse");
            assertThat(noPassword.err()).contains("set KINTSUGI_PASSWORD");
        }
    }
}
