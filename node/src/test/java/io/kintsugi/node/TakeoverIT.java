package io.kintsugi.node;

import static io.kintsugi.node.NotingRun.attempts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kintsugi.core.model.JobState;
import io.kintsugi.core.protocol.JobStatus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The leader is killed as by {@code kill -9} in the middle of a job with checkpoints: the job does not notice. */
final class TakeoverIT {
    @TempDir
    private Path folder;

    @Test
    void noTaskRestartsWhenTheLeaderIsKilledAndCheckpointsGoOn() throws Exception {
        NotingRun run = new NotingRun(folder);
        try (NodeProcess a = NodeProcess.start(folder, "a", "--roles=coordinator,console");
                NodeProcess b = NodeProcess.start(folder, "b", "--roles=coordinator,console", "--seeds=" + a.seed());
                NodeProcess c = NodeProcess.start(folder, "c", "--roles=worker", "--slots=3", "--seeds=" + a.seed());
                NodeProcess d = NodeProcess.start(folder, "d", "--roles=worker", "--slots=3", "--seeds=" + b.seed())) {
            run.ask(a);
            run.submit();
            awaitJob(run, "runs", job -> job.state() == JobState.RUNNING);
            await().atMost(Duration.ofSeconds(60)).until(() -> newestCheckpoint(run) >= 2);
            JobStatus before = run.status();
            long checkpoint = newestCheckpoint(run);

            a.close();
            run.ask(b);
            long killedNs = System.nanoTime();
            awaitJob(run, "is led again", job -> job.state() == JobState.RUNNING);
            await().atMost(Duration.ofSeconds(60)).until(() -> newestCheckpoint(run) > checkpoint);
            System.out.printf(
                    "led again, and a checkpoint complete, %d ms after the kill%n",
                    (System.nanoTime() - killedNs) / 1_000_000);

            assertThat(run.status().spec()).isEqualTo(before.spec());
            assertThat(attempts(run.status())).as(b.log()).isEqualTo(attempts(before));
            run.go();
            awaitJob(run, "the end", job -> job.state().isTerminal());
            assertThat(run.status().state()).as(b.log()).isEqualTo(JobState.FINISHED);
            assertThat(attempts(run.status())).as(b.log()).isEqualTo(attempts(before));
            assertThat(run.account().total().lost()).isZero();
            assertThat(run.problems()).as(b.log()).isEmpty();
        }
    }

    /** Nobody answers while there is no leader. */
    private static void awaitJob(NotingRun run, String what, Predicate<JobStatus> is) {
        await(what).atMost(Duration.ofSeconds(90)).ignoreExceptions().until(() -> is.test(run.status()));
    }

    private static long newestCheckpoint(NotingRun run) throws Exception {
        JsonArray items = run.get("/checkpoints").getJsonArray("items", new JsonArray());
        return items.stream()
                .map(item -> (JsonObject) item)
                .filter(item -> item.getString("state").equals("COMPLETED"))
                .mapToLong(item -> Long.parseLong(String.valueOf(item.getValue("checkpoint"))))
                .max()
                .orElse(0);
    }
}
