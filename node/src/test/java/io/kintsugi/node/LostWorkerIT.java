package io.kintsugi.node;

import static io.kintsugi.node.NotingRun.attempts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kintsugi.core.model.JobState;
import io.kintsugi.core.protocol.JobStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A task fails, and later a worker is killed as by {@code kill -9}; the tasks of the other worker do not restart. */
final class LostWorkerIT {
    @TempDir
    private Path folder;

    @Test
    void onlyTheTasksOfTheDeadRestartAndTheAccountTellsWhatIsReallyLost() throws Exception {
        NotingRun run = new NotingRun(folder);
        try (NodeProcess a = NodeProcess.start(folder, "a", "--roles=coordinator,console");
                NodeProcess b = NodeProcess.start(folder, "b", "--roles=worker", "--slots=3", "--seeds=" + a.seed());
                NodeProcess c = NodeProcess.start(folder, "c", "--roles=worker", "--slots=3", "--seeds=" + a.seed())) {
            run.ask(a);
            run.submit();
            awaitJob(run, "runs", job -> job.state() == JobState.RUNNING);
            assertThat(run.status().tasks())
                    .extracting(task -> task.worker().name())
                    .contains("b", "c");

            assertThat(run.cli("fail-task", "noting", "note[0]")).isZero();
            awaitJob(run, "note[0] is mended", job -> job.state() == JobState.RUNNING && restarts(job) == 1);
            Map<String, Integer> before =
                    attempts(run.status(), task -> task.worker().name().equals("b"));
            c.close();
            awaitJob(run, "all run on b", job -> job.state() == JobState.RUNNING && runsOn("b", job));
            run.go();
            awaitJob(run, "the end", job -> job.state().isTerminal());

            JobStatus ended = run.status();
            assertThat(ended.state()).as(a.log()).isEqualTo(JobState.FINISHED);
            assertThat(attempts(ended, task -> before.containsKey(NotingRun.name(task))))
                    .isEqualTo(before);
            assertThat(run.problems()).as(a.log()).isEmpty();
            assertThat(b.terminate()).as(b.log()).isZero();
        }
    }

    private static void awaitJob(NotingRun run, String what, Predicate<JobStatus> is) {
        await(what).atMost(Duration.ofSeconds(90)).until(() -> is.test(run.status()));
    }

    private static boolean runsOn(String worker, JobStatus job) {
        return job.tasks().stream().allMatch(task -> task.worker().name().equals(worker));
    }

    private static int restarts(JobStatus job) {
        return attempts(job).values().stream().mapToInt(number -> number - 1).sum();
    }
}
