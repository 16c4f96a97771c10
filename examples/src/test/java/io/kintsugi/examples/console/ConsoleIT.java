package io.kintsugi.examples.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** A person submits a job, watches it, lets a task fail, looks at what that cost, and stops the job: one story. */
@TestMethodOrder(OrderAnnotation.class)
@ExtendWith(OneStory.class)
final class ConsoleIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String JOB = "#/jobs/flights";
    private static final List<String> LEDGER =
            List.of("lostState", "discarded", "duplicates", "orphans", "lateAfterRecovery", "lost");
    private static final int PICTURE_BYTES_MAX = 200_000;
    private static final int TABS = 8;
    private static final int WIDE = 1280;

    @TempDir
    static Path temp;

    private static ConsoleCluster cluster;
    private static Cable cable;
    private static Browser browser;

    @BeforeAll
    static void open() throws Exception {
        assumeTrue(Browser.isInstalled(), "no Chromium with its driver in /usr/bin: the console is not tested");
        cluster = ConsoleCluster.start(temp.resolve("data"));
        Path profile = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "chromium-");
        cable = new Cable(cluster.address());
        browser = Browser.open(profile.toAbsolutePath(), cable.address());
        browser.width(WIDE);
    }

    @AfterAll
    static void close() throws Exception {
        if (browser != null) {
            browser.close();
        }
        if (cable != null) {
            cable.close();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    @Order(1)
    void saysThatThereAreNoJobsAndHowToGetOne() {
        browser.block("*/api/v1/events*");
        browser.go("#/");
        browser.seesText(".empty-title", "Asking the cluster");
        browser.photograph("overview-loading");
        browser.block();
        browser.go("#/");

        browser.seesText(".empty-title", "No jobs yet");
        browser.seesText(".feed", "south");
        browser.photograph("overview-empty");
        browser.complaints(); // About what was kept from it.
        browser.go("#/jobs/nothing");
        browser.seesText(".empty-title", "There is no job nothing");
        browser.photograph("job-unknown");
        browser.clickOn("a", "Submit one");
        browser.seesText("h1", "Submit a job");
    }

    @Test
    @Order(2)
    void saysWhatIsWrongWithAJobWhileItIsWritten() {
        browser.go("#/submit");
        browser.choose("select[name=begin]", "a class of your own");

        browser.seesText(".problem", "com.example.MyJob");
        browser.photograph("submit-wrong");
        assertThat(browser.find("button.main").isEnabled()).isFalse();
    }

    @Test
    @Order(3)
    void takesAParameterOutOfTheSpecThatAPersonEmpties() {
        browser.choose("select[name=begin]", "QuakesJob");
        browser.seesText("#content", "quakes");
        assertThat(browser.spec()).contains("rate: 50");
        browser.write("input[name=rate]", Keys.DELETE);

        assertThat(browser.spec()).doesNotContain("rate", "params");
        browser.seesText("#content", "quakes");
    }

    @Test
    @Order(4)
    void submitsAJobByMouseAndShowsItAlive() throws Exception {
        browser.choose("select[name=begin]", "FlightsJob");
        browser.seesText("#content", "in 3 chains");
        browser.write("input[name=rate]", "3000");
        browser.seesText(".upload", "http.artifact-uploads is false");
        browser.photograph("submit");
        browser.clickOn("button", "Submit");

        browser.seesText("h1", "flights");
        browser.seesText("h1 .chip", "Running");
        browser.seesText(".live", "live, ");
        browser.seesText(".edge-figure", "/s");
        JsonObject job = cluster.get("jobs/flights");
        assertThat(job.getString("state")).isEqualTo("RUNNING");
        assertThat(job.getJsonObject("program").getJsonObject("params").getString("rate"))
                .isEqualTo("3000");
    }

    @Test
    @Order(5)
    void failsATaskAndShowsTheRecoveryWithTheFiguresOfTheApi() {
        browser.go(JOB + "/tasks");
        browser.click("button[aria-label='Fail trainers[1]']");
        browser.seesText("dialog .note", "it alone restarts");
        browser.photograph("fail-a-task");
        browser.click("dialog button.harsh");

        JsonObject recovery = recovered();
        browser.go(JOB + "/recoveries/1");
        browser.seesText("h1 .chip", "Mended");
        browser.seesText(".lead", "By the strategy “task” 1 task restarted");
        browser.seesText("[data-figure=untouched]", recovery.getInteger("untouched") + " worked on");
        seesTheLedgerOf("jobs/flights/recoveries/1", "loss");
        browser.go(JOB + "/recoveries");
        seesTheLedgerOf("jobs/flights/loss", "total");
        browser.go(JOB + "/tasks");
        browser.seesText(".badge.mended", "2");
    }

    @Test
    @Order(6)
    void takesASavepointAndDeletesIt() throws Exception {
        browser.go(JOB + "/checkpoints");
        browser.clickOn("button", "Savepoint…");
        browser.write("dialog input[name=name]", "before-lunch");
        browser.clickOn("dialog button", "Take the savepoint");

        browser.seesText("section th", "before-lunch");
        browser.photograph("savepoint");
        browser.click("button[aria-label='Delete before-lunch']");
        browser.seesText("dialog", "No later run");
        browser.clickOn("dialog button", "Delete it");

        browser.seesText(".empty-title", "No savepoints");
        assertThat(cluster.get("jobs/flights/savepoints").getJsonArray("items")).isEmpty();
    }

    @Test
    @Order(7)
    void showsWhereTasksAre() throws Exception {
        String node = cluster.get("jobs/flights/tasks/trainers%5B0%5D")
                .getJsonObject("node")
                .getString("name");

        browser.go("#/cluster");

        browser.seesText(".places", "trainers[1]");
        browser.seesText("td[data-label=" + node + "]", "trainers[0]");
    }

    @Test
    @Order(8)
    void hasNoBarriersOnAnyPageInBothThemesAndFitsANarrowScreen() {
        Map<String, String> pages = new TreeMap<>(Map.of(
                "overview", "#/",
                "job", JOB,
                "tasks", JOB + "/tasks",
                "recoveries", JOB + "/recoveries",
                "recovery", JOB + "/recoveries/1",
                "checkpoints", JOB + "/checkpoints",
                "events", JOB + "/events",
                "spec", JOB + "/spec",
                "cluster", "#/cluster",
                "submit", "#/submit"));
        PageLooks looks = new PageLooks(browser);
        pages.forEach(looks::hasNoBarriers);
    }

    @Test
    @Order(9)
    void makesThePictureOfTheDocs() throws Exception {
        browser.go(JOB);
        browser.seesText("section h2", "Lost so far");
        browser.find(".chart canvas");
        byte[] picture = browser.photograph("console-job");

        assertThat(picture).hasSizeLessThan(PICTURE_BYTES_MAX);
        if (Boolean.getBoolean("kintsugi.docs.rewrite")) {
            Files.write(Path.of("..", "docs", "images", "console-job.png"), picture);
        }
    }

    @Test
    @Order(10)
    void picksABoxByTheKeyboard() {
        browser.go(JOB);
        browser.find(".box");
        browser.script("document.querySelector('.box[data-layer=\"0\"]').focus()");
        browser.press(Keys.ARROW_RIGHT);
        browser.press(Keys.ENTER);

        browser.seesText(".panel h3", "trainers");
    }

    @Test
    @Order(11)
    void leavesTheApiFreeWithEightTabsThatHaveOneStreamTogether() {
        for (int tab = 1; tab < TABS; tab++) {
            browser.newTab(WIDE);
            browser.go(JOB);
            browser.seesText("h1 .chip", "Running");
            browser.seesText(".live", "live, ");

            assertThat(browser.fetch("api/v1/jobs/flights").getString("state")).isEqualTo("RUNNING");
        }

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(cable.streams()).isEqualTo(1));
    }

    @Test
    @Order(12)
    void drainsANodeAndLetsItHaveTasksAgain() throws Exception {
        browser.go("#/cluster");
        browser.click("button[aria-label='Drain south']");
        browser.seesText("dialog", "without losing a record");
        browser.clickOn("dialog button", "Drain south");

        browser.seesText("td[data-label=State]", "Drained");
        browser.photograph("drained");
        assertThat(cluster.get("nodes/south").getString("state")).isEqualTo("DRAINED");
        browser.click("button[aria-label='Undrain south']");
        browser.clickOn("dialog button", "Let it have tasks");

        browser.find("button[aria-label='Drain south']");
        assertThat(cluster.get("nodes/south").getString("state")).isEqualTo("ACTIVE");
    }

    @Test
    @Order(13)
    void quarantinesANodeForAReasonAndReleasesIt() throws Exception {
        browser.click("button[aria-label='Quarantine south']");
        browser.seesText("dialog", "those that it has work on");
        browser.write("dialog input[name=reason]", "its disk is slow");
        browser.photograph("quarantine");
        browser.clickOn("dialog button", "Quarantine south");

        browser.seesText("td[data-label=State]", "Quarantined");
        browser.seesText("td[data-label=State]", "its disk is slow");
        browser.photograph("quarantined");
        assertThat(cluster.get("nodes/south").getString("state")).isEqualTo("QUARANTINED");
        browser.click("button[aria-label='Release south']");
        browser.clickOn("dialog button", "Release it");

        browser.find("button[aria-label='Quarantine south']");
        assertThat(cluster.get("nodes/south").getString("state")).isEqualTo("ACTIVE");
    }

    @Test
    @Order(14)
    void showsWhoChangedWhat() {
        browser.clickOn("nav a", "Audit");

        browser.seesText("tbody tr", "releaseNode");
        browser.seesText("tbody tr", "its disk is slow");
        new PageLooks(browser).hasNoBarriers("audit", "#/audit");
        browser.seesText("tbody tr", "done 200");
    }

    @Test
    @Order(15)
    void beginsTheNextRunWithASavepoint() throws Exception {
        browser.go(JOB + "/checkpoints");
        browser.clickOn("button", "Savepoint…");
        browser.write("dialog input[name=name]", "before-change");
        browser.clickOn("dialog button", "Take the savepoint");
        browser.click("button[aria-label='Begin with before-change']");
        browser.seesText("dialog", "The run that lives ends at once.");
        browser.photograph("begin-with");
        browser.clickOn("dialog button", "Begin the next run");

        browser.seesText(".page-head", "run 2");
        browser.seesText("h1 .chip", "Running");
        assertThat(cluster.get("jobs/flights").getString("run")).isEqualTo("2");
    }

    @Test
    @Order(16)
    void stopsTheJobInOrder() throws Exception {
        browser.go(JOB);
        browser.clickOn("button", "Stop…");
        browser.seesText("dialog", "Nothing is lost");
        browser.seesText("dialog", "By force");
        browser.photograph("stop");
        browser.click("dialog button.harsh");

        browser.seesText("h1 .chip", "Stopped");
        assertThat(cluster.get("jobs/flights").getString("state")).isEqualTo("STOPPED");
        JsonObject source =
                cluster.get("jobs/flights/graph").getJsonArray("vertices").getJsonObject(0);
        browser.seesText(".box-figure", String.format(Locale.ROOT, "%,d out", source.getLong("recordsOut")));
    }

    @Test
    @Order(17)
    void beginsARunWithOtherParallelismFromTheSavepoint() throws Exception {
        browser.go(JOB + "/checkpoints");
        browser.click("button[aria-label='Begin with before-change']");
        browser.click("dialog input[value=changed]");
        browser.clickOn("dialog button", "Open the spec");
        browser.seesText("h1", "Submit a job");
        assertThat(browser.spec()).contains("fromSavepoint: flights/before-change");
        browser.write("input[name=parallelism]", "5"); // The source keeps its two readers.
        browser.photograph("rescale");
        browser.clickOn("button", "Submit");

        browser.seesText("h1 .chip", "Running");
        browser.seesText(".page-head", "run 3");
        assertThat(cluster.get("jobs/flights").getJsonArray("tasks").stream()
                        .map(task -> ((JsonObject) task).getString("id"))
                        .filter(task -> task.startsWith("trainers")))
                .containsExactly("trainers[0]", "trainers[1]", "trainers[2]", "trainers[3]", "trainers[4]");
    }

    @Test
    @Order(18)
    void neverBrokeItsOwnRules() {
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    @Order(19)
    void saysThatItIsCutOffAndGoesOnByItself() {
        browser.go(JOB);
        browser.seesText(".live", "live, ");
        cable.pull();

        browser.seesText(".lost-banner", "The connection is lost");
        browser.photograph("disconnected");

        cable.putBack();
        browser.seesText(".live", "live, ");
    }

    /** The first recovery, once it has caught up. */
    private static JsonObject recovered() {
        return await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(
                        () -> cluster.get("jobs/flights/recoveries/1"),
                        found -> found.getString("state").equals("DONE")
                                && found.getJsonObject("timeline").containsKey("caughtUp"));
    }

    /** Asks the API again each time, since figures may change until the last task has told its part. */
    private static void seesTheLedgerOf(String path, String field) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            JsonObject loss = cluster.get(path).getJsonObject(field);
            for (String figure : LEDGER) {
                assertThat(browser.text("[data-figure=" + figure + "]"))
                        .as(figure)
                        .isEqualTo(String.format(Locale.ROOT, "%,d", loss.getLong(figure)));
            }
        });
    }
}
