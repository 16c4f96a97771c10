package io.kintsugi.examples.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kintsugi.cluster.security.AccessRole;
import io.kintsugi.cluster.security.Passwords;
import io.kintsugi.cluster.security.User;
import io.kintsugi.cluster.security.Users;
import io.kintsugi.cluster.security.UsersFile;
import io.kintsugi.node.Node;
import io.kintsugi.node.config.ConfigLoader;
import io.kintsugi.node.config.ConfigSources;
import io.vertx.core.Future;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** People log in to the console of a node that asks who they are. */
final class LogInIT {
    private static final int NARROW = 360;
    private static final int WIDE = 1280;
    private static final long PATIENCE_S = 120;

    @TempDir
    Path temp;

    private Node node;
    private Browser browser;

    @BeforeEach
    void open() throws Exception {
        assumeTrue(Browser.isInstalled(), "no Chromium with its driver in /usr/bin: the console is not tested");
        Files.writeString(temp.resolve("key"), "a key of the tests that has many characters");
        new UsersFile(temp.resolve("users"))
                .write(Users.none()
                        .with(new User("vera", AccessRole.VIEWER, new Passwords().hash("vera-secret")))
                        .with(new User("ada", AccessRole.ADMIN, new Passwords().hash("ada-secret")))
                        .with(new User("dora", AccessRole.DEPLOYER, new Passwords().hash("dora-secret"))));
        List<ConfigSources.Flag> settings = Stream.of(
                        "node.name=north",
                        "node.slots=8",
                        "node.data-dir=" + temp,
                        "cluster.name=log-in-" + ProcessHandle.current().pid(),
                        "cluster.port=0",
                        "http.port=0",
                        "http.artifact-uploads=true",
                        "security.users-file=" + temp.resolve("users"),
                        "security.key=file:" + temp.resolve("key"),
                        "security.login-failures-max=1",
                        "security.login-window-s=3600")
                .map(setting -> setting.split("=", 2))
                .map(parts -> new ConfigSources.Flag("--set", parts[0], parts[1]))
                .toList();
        node = await(Node.start(ConfigLoader.load(new ConfigSources(Optional.empty(), Map.of(), settings))));
        Path profile = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "chromium-");
        browser = Browser.open(profile.toAbsolutePath(), node.httpUrl().orElseThrow() + "/");
        browser.width(WIDE);
    }

    @AfterEach
    void close() throws Exception {
        if (browser != null) {
            browser.close();
        }
        if (node != null) {
            await(node.kintsugi().close());
        }
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(PATIENCE_S, TimeUnit.SECONDS);
    }

    private void logIn(String name, String password) {
        browser.write("input[name=user]", name);
        browser.write("input[name=password]", password);
        browser.clickOn("button", "Log in");
    }

    private void logOut() {
        browser.clickOn("button", "Log out");
        browser.seesText("h1", "Log in");
    }

    @Test
    void showsPeopleWhatTheyMayAndMakesWhoeverGuessesWait() throws Exception {
        browser.go("#/submit");
        browser.seesText("h1", "Log in");
        hasNoBarriers();

        logIn("dora", "dora-secret");
        browser.seesText(".account", "signed in as dora (deployer)");
        runsAJobFromAJar();
        assertThat(browser.isOn("button", "Stop…")).isTrue();
        logOut();

        logIn("ada", "ada-secret");
        browser.clickOn("nav a", "Audit");
        browser.seesText("tbody tr", "uploadArtifact");
        browser.seesText("tbody tr", "refused 422");
        browser.photograph("audit-admin");
        findsWhatAPersonDid();
        browser.go("#/jobs/flights");
        logOut();

        logIn("vera", "vera-secret");
        browser.seesText(".account", "signed in as vera (viewer)");
        browser.seesText(".refusal", "This takes the role operator; you are viewer.");
        assertThat(browser.isOn("button", "Stop…")).isFalse();
        browser.photograph("job-viewer");
        assertThat(browser.barriers()).isEmpty();
        browser.go("#/submit");
        browser.seesText(".empty", "This takes the role deployer; you are viewer.");
        browser.go("#/audit");
        browser.seesText(".empty", "This takes the role admin; you are viewer.");
        logOut();

        logIn("vera", "wrong-secret");
        browser.seesText(".problem", "There is no such user, or the password is wrong.");
        browser.photograph("log-in-wrong");
        logIn("vera", "vera-secret");
        browser.seesText(".problem", "Too many wrong passwords");
        browser.seesText("button", "Try again in ");
        browser.photograph("log-in-too-often");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void letsAPersonWithoutAMouseInAndOutAndLeavesThemWhereTheyGoOn() {
        Keyboard keyboard = new Keyboard(browser);
        browser.go("#/cluster");
        keyboard.isAt("user");
        keyboard.press("vera", Keys.TAB);
        assertThat(keyboard.seesWhereItIs()).isEqualTo("password");
        keyboard.press("vera-secret", Keys.ENTER);
        browser.seesText(".account", "signed in as vera (viewer)");
        keyboard.isAt("the content");

        keyboard.tabTo("Log out");
        keyboard.press(Keys.ENTER);
        keyboard.isAt("user");
        keyboard.press("vera", Keys.TAB, "wrong-secret", Keys.ENTER);
        browser.seesText(".problem", "There is no such user, or the password is wrong.");
        keyboard.isAt("password");
        keyboard.press("vera-secret", Keys.ENTER);
        browser.seesText("button", "Try again in ");
        keyboard.isAt("password");
        assertThat(browser.complaints()).isEmpty();
    }

    private void findsWhatAPersonDid() {
        browser.write("input[name=operation]", "uploadArtifacts");
        browser.clickOn("button", "Show these");
        browser.seesText(".problem", "did you mean 'uploadArtifact'?");

        browser.write("input[name=operation]", "uploadArtifact");
        browser.write("input[name=user]", "dora");
        browser.choose("select[name=outcome]", "refused or failed");
        browser.clickOn("button", "Show these");
        browser.seesCount("tbody tr", 1);
        browser.seesText("tbody tr", "refused 422");
        browser.photograph("audit-filtered");

        browser.write("input[name=user]", "vera");
        browser.clickOn("button", "Show these");
        browser.seesText(".empty-title", "Nothing fits");
        browser.clickOn("button", "Show all");
        browser.seesText("tbody tr", "submitJob");
    }

    private void runsAJobFromAJar() throws Exception {
        browser.write("textarea", UploadedJob.SPEC);
        browser.seesText(".problem", UploadedJob.CLASS);
        browser.upload("input[name=jar]", Files.writeString(temp.resolve("picture.jar"), "\u0089PNG, and no JAR"));
        browser.seesText(".upload .problem", "The file is not a readable JAR");
        browser.photograph("upload-refused");
        browser.upload("input[name=jar]", UploadedJob.jar(temp));
        browser.seesText("#jar-says", "uploaded.jar is there as sha256:");
        browser.seesText("#content", "in 3 chains");
        browser.photograph("uploaded");
        browser.clickOn("button", "Submit");

        browser.seesText("h1 .chip", "Running");
        browser.clickOn(".tabs a", "Spec");
        browser.seesText("dl", "sha256:");
    }

    private void hasNoBarriers() {
        for (String theme : List.of("dark", "light")) {
            browser.theme(theme);
            browser.photograph("log-in-" + theme);
            assertThat(browser.barriers()).as("in the " + theme + " theme").isEmpty();
        }
        browser.width(NARROW);
        browser.photograph("log-in-narrow");
        assertThat(browser.fitsItsWidth()).isTrue();
        browser.width(WIDE);
    }
}
