package io.kintsugi.examples.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** All that can be changed in the console, by a person who has no mouse and wants to see where they are: one story. */
@TestMethodOrder(OrderAnnotation.class)
@ExtendWith(OneStory.class)
final class KeyboardIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int WIDE = 1280;

    @TempDir
    static Path temp;

    private static ConsoleCluster cluster;
    private static Browser browser;
    private static Keyboard keyboard;

    @BeforeAll
    static void open() throws Exception {
        assumeTrue(Browser.isInstalled(), "no Chromium with its driver in /usr/bin: the console is not tested");
        cluster = ConsoleCluster.start(temp.resolve("data"));
        Path profile = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "chromium-");
        browser = Browser.open(profile.toAbsolutePath(), cluster.address());
        browser.width(WIDE);
        keyboard = new Keyboard(browser);
    }

    @AfterAll
    static void close() throws Exception {
        if (browser != null) {
            browser.close();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    @Order(1)
    void walksThroughTheListOfBeginningsByTheArrowsAndGetsBackWhatWasWritten() {
        browser.go("#/");
        browser.seesText(".empty-title", "No jobs yet");
        keyboard.tabTo("Submit a job");
        keyboard.press(Keys.ENTER);
        browser.seesText("h1", "Submit a job");
        browser.seesText("#content", "key groups");
        String written = browser.spec();
        keyboard.tabTo("begin");

        keyboard.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_DOWN);
        assertThat(browser.spec()).contains("CentersJob");
        keyboard.press(Keys.ARROW_UP, Keys.ARROW_UP, Keys.ARROW_UP);
        assertThat(browser.spec()).isEqualTo(written);
        keyboard.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN);
        assertThat(browser.spec()).contains("FlightsJob");
        keyboard.isAt("begin");
    }

    @Test
    @Order(2)
    void submitsAJobAndIsThereWhenItIsRefused() {
        keyboard.tabTo("Submit");
        keyboard.press(Keys.ENTER);
        browser.seesText("h1 .chip", "Running");
        keyboard.isAt("the content");

        browser.go("#/submit");
        keyboard.tabTo("begin");
        keyboard.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN);
        keyboard.tabTo("Submit");
        keyboard.press(Keys.ENTER);
        browser.seesText(".problem", "A job of this name lives");
        keyboard.isAt("Submit");
    }

    @Test
    @Order(3)
    void seesWhereItIsInTheGraphAlsoInABoxThatIsPicked() {
        browser.go("#/jobs/flights");
        browser.find(".box");
        keyboard.tabTo("Spec");
        keyboard.press(Keys.TAB, Keys.ARROW_RIGHT, Keys.ENTER);

        browser.seesText(".panel h3", "trainers");
        keyboard.seesWhereItIs();
        keyboard.tabTo("Show as table");
        keyboard.press(Keys.ENTER);
        keyboard.isAt("Show as chart");
    }

    @Test
    @Order(4)
    void failsATaskAndIsBackWhereItWas() throws Exception {
        keyboard.ask("Fail a task…");
        keyboard.press(Keys.ESCAPE);
        browser.seesCount("dialog[open]", 0);
        keyboard.isAt("Fail a task…");
        keyboard.press(Keys.ENTER);
        browser.find("dialog[open] h2");
        keyboard.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN);
        keyboard.answer("Fail trainers[0]");

        keyboard.isAt("Fail a task…");
        browser.seesText(".badge", "1");
        assertThat(cluster.get("jobs/flights/errors").getJsonArray("items")).hasSize(1);
    }

    @Test
    @Order(5)
    void takesASavepointAndStaysInTheFieldWhenTheNameIsTaken() {
        keyboard.ask("Savepoint…");
        keyboard.press("noon", Keys.ENTER);
        browser.seesCount("dialog[open]", 0);
        keyboard.isAt("Savepoint…");
        keyboard.press(Keys.ENTER);
        browser.find("dialog[open] h2");
        keyboard.press("noon");
        keyboard.tabTo("Take the savepoint");
        keyboard.press(Keys.ENTER);

        browser.seesText("dialog .problem", "The job has a savepoint of this name");
        keyboard.isAt("Take the savepoint");
        keyboard.press(Keys.ESCAPE);
    }

    @Test
    @Order(6)
    void drainsANodeAndQuarantinesIt() throws Exception {
        keyboard.tabTo("Cluster");
        keyboard.press(Keys.ENTER);
        keyboard.ask("Drain south");
        keyboard.answer("Drain south");
        browser.seesText("td[data-label=State]", "Drained");
        keyboard.isAt("Undrain south");
        keyboard.press(Keys.ENTER);
        browser.find("dialog[open] h2");
        keyboard.answer("Let it have tasks");
        keyboard.isAt("Drain south");

        keyboard.ask("Quarantine south");
        keyboard.tabTo("reason");
        keyboard.press("its disk is slow", Keys.ENTER);
        browser.seesText("td[data-label=State]", "its disk is slow");
        keyboard.isAt("Release south");
        keyboard.press(Keys.ENTER);
        browser.find("dialog[open] h2");
        keyboard.answer("Release it");
        keyboard.isAt("Quarantine south");
        assertThat(cluster.get("nodes/south").getString("state")).isEqualTo("ACTIVE");
    }

    @Test
    @Order(7)
    void stopsWithASavepointAndIsNotLostWhenItsButtonIsSwitchedOff() {
        keyboard.tabTo("flights");
        keyboard.press(Keys.ENTER);
        keyboard.ask("Stop…");
        keyboard.press(Keys.ARROW_DOWN);
        keyboard.tabTo("name");
        keyboard.press("evening");
        keyboard.answer("Stop: with a savepoint");

        browser.seesText("h1 .chip", "Stopped");
        keyboard.isAt("the content");
    }

    @Test
    @Order(8)
    void beginsWithTheSavepointAndDeletesIt() throws Exception {
        keyboard.tabTo("Checkpoints");
        keyboard.press(Keys.ENTER);
        keyboard.ask("Begin with evening");
        keyboard.answer("Begin the next run");
        browser.seesText(".page-head", "run 2");
        browser.seesText("h1 .chip", "Running");
        keyboard.isAt("Begin with evening");

        keyboard.ask("Delete noon");
        keyboard.answer("Delete it");
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(cluster.get("jobs/flights/savepoints").getJsonArray("items"))
                                .hasSize(1));
        keyboard.ask("Delete evening");
        keyboard.answer("Delete it");
        browser.seesText(".empty-title", "No savepoints");
        keyboard.isAt("the content");
        assertThat(browser.complaints()).isEmpty();
    }
}
