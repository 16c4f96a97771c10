package io.kintsugi.examples.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the console shows of jobs that are over. */
final class EndedJobsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int WIDE = 1280;
    private static final List<String> TABS = List.of("", "/tasks", "/recoveries", "/checkpoints", "/events", "/spec");

    @TempDir
    static Path temp;

    private static ConsoleCluster cluster;
    private static Browser browser;

    @BeforeAll
    static void open() throws Exception {
        assumeTrue(Browser.isInstalled(), "no Chromium with its driver in /usr/bin: the console is not tested");
        cluster = ConsoleCluster.start(temp.resolve("data"));
        Path profile = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "chromium-");
        browser = Browser.open(profile.toAbsolutePath(), cluster.address());
        browser.width(WIDE);
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
    void hasNoBarriersOnThePagesOfAJobThatWasMendedAndStopped() throws Exception {
        submit("stopped", new JsonObject().put("strategy", "task"));
        fail("stopped");
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> cluster.get("jobs/stopped/recoveries/1")
                        .getJsonObject("timeline")
                        .containsKey("caughtUp"));
        cluster.post(
                "jobs/stopped:stop", new JsonObject().put("mode", "savepoint").put("savepoint", "last"));
        is("stopped", "STOPPED");

        hasNoBarriers("stopped");
        new PageLooks(browser).hasNoBarriers("stopped-recovery", "#/jobs/stopped/recoveries/1");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void hasNoBarriersOnThePagesOfAJobThatFailedAndSaysWhy() throws Exception {
        submit("failed", new JsonObject().put("restart", new JsonObject().put("kind", "none")));
        fail("failed");
        is("failed", "FAILED");

        hasNoBarriers("failed");
        browser.go("#/jobs/failed");
        browser.seesText("h1 .chip", "Failed");
        browser.seesText(
                ".problem", cluster.get("jobs/failed").getJsonObject("failure").getString("message"));
        browser.seesText("section", "This run had to recover from nothing.");
        browser.seesCount(".edge-flow", 0);
        new PageLooks(browser).hasNoBarriers("overview-failed", "#/");
        assertThat(browser.complaints()).isEmpty();
    }

    private static void submit(String name, JsonObject recovery) throws Exception {
        JsonObject params = new JsonObject()
                .put("records", "0")
                .put("rate", "500")
                .put("parallelism", "2")
                .put("checkpoint-ms", "500");
        cluster.post(
                "jobs",
                new JsonObject()
                        .put(
                                "program",
                                new JsonObject()
                                        .put("builder", "io.kintsugi.examples.flights.FlightsJob")
                                        .put("params", params.put("name", name)))
                        .put("recovery", recovery));
        is(name, "RUNNING");
        await().atMost(PATIENCE)
                .until(() -> !cluster.get("jobs/" + name + "/checkpoints")
                        .getJsonArray("items")
                        .isEmpty());
    }

    private static void fail(String job) throws Exception {
        cluster.post("jobs/" + job + ":fail-task", new JsonObject().put("task", "trainers[1]"));
    }

    private static void is(String job, String state) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(cluster.get("jobs/" + job).getString("state"))
                        .isEqualTo(state));
    }

    private static void hasNoBarriers(String job) {
        PageLooks looks = new PageLooks(browser);
        TABS.forEach(tab -> looks.hasNoBarriers(job + tab.replace('/', '-'), "#/jobs/" + job + tab));
    }
}
