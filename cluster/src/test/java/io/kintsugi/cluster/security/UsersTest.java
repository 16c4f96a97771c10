package io.kintsugi.cluster.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UsersTest {
    private static final String HASH = new Passwords(10).hash("correct horse");

    @TempDir
    Path folder;

    @Test
    void readsWhatItHasWritten() throws IOException {
        UsersFile file = new UsersFile(folder.resolve("users"));
        file.write(Users.none()
                .with(new User("ann", AccessRole.ADMIN, HASH))
                .with(new User("ci", AccessRole.DEPLOYER, User.NO_PASSWORD)));

        Users read = file.read();

        assertThat(read.find("ann")).contains(new User("ann", AccessRole.ADMIN, HASH));
        assertThat(read.find("ci").orElseThrow().hasPassword()).isFalse();
        assertThat(read.find("Ann")).isEmpty();
        assertThat(folder.toFile().list()).containsExactly("users");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ann:admin                   | expected name:role:hash, found 2 fields
            ann:root:*                  | there is no role 'root'
            ann:admn:*                  | did you mean 'admin'?
            -ann:admin:*                | expected 1 to 64 letters, digits and . _ @ -
            ann:admin:hunter2           | expected a hash of 'kintsugi user add' or *, found something else (not shown)
            """)
    void namesTheLineOfAMistakeAndShowsNoSecret(String line, String message) {
        assertThatThrownBy(() -> Users.parse("users", "# comment\n\n" + line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("users:3: ")
                .hasMessageContaining(message)
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void refusesANameThatStandsThereTwice() {
        assertThatThrownBy(() -> Users.parse("users", "ann:viewer:*\nann:admin:*"))
                .hasMessage("users:2: user 'ann' stands there twice");
    }

    @Test
    void saysHowToMakeAFileThatIsNotThere() {
        assertThatThrownBy(() -> new UsersFile(folder.resolve("none")).read())
                .hasMessageContaining("there is no file")
                .hasMessageContaining("kintsugi user add NAME --role admin");
    }

    @Test
    void knowsAPasswordByItsHashAndNobodyByAny() {
        Optional<User> ann = Optional.of(new User("ann", AccessRole.VIEWER, HASH));
        Optional<User> machine = Optional.of(new User("ci", AccessRole.VIEWER, User.NO_PASSWORD));

        assertThat(Passwords.match(ann, "correct horse")).isTrue();
        assertThat(Passwords.match(ann, "correct hors")).isFalse();
        assertThat(Passwords.match(machine, "*")).isFalse();
        assertThat(Passwords.match(Optional.empty(), "nobody has this password"))
                .isFalse();
    }

    @Test
    void keepsHashesOutOfTexts() {
        assertThat(new User("ann", AccessRole.ADMIN, HASH).toString()).doesNotContain("pbkdf2");
    }
}
