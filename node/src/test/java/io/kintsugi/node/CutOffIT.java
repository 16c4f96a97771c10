package io.kintsugi.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kintsugi.core.model.JobState;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.testkit.process.SteadyPort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker pauses too long, and later it is killed; each time it comes back at the same address, where it is missed. */
final class CutOffIT {
    private final String[] address = {
        "--cluster-port=" + SteadyPort.free(), "--set=cluster.event-bus-port=" + SteadyPort.free()
    };

    @TempDir
    private Path folder;

    @Test
    void aWorkerThatWasStoppedTooLongEndsItselfAndTheJobHealsWhenANewOneIsThere() throws Exception {
        NotingRun run = new NotingRun(folder);
        try (NodeProcess a = NodeProcess.start(folder, "a", "--roles=coordinator,console");
                NodeProcess b = NodeProcess.start(folder, "b", "--roles=worker", "--slots=2", "--seeds=" + a.seed())) {
            run.ask(a);
            try (NodeProcess c = startC(a)) {
                run.submit();
                awaitJob(run, "runs", job -> job.state() == JobState.RUNNING);
                c.signal("STOP");
                awaitJob(
                        run, "one slot is missing", job -> job.state() == JobState.DEGRADED && job.missingSlots() == 1);
                c.signal("CONT");
                assertThat(c.awaitEnd()).as(c.log()).isEqualTo(3);
                assertThat(c.log()).contains("lease HELD->ENDED", "this process was stopped for", "halting with 3");
            }
            try (NodeProcess again = startC(a)) {
                awaitJob(run, "heals", job -> job.state() == JobState.RUNNING && job.missingSlots() == 0);
                again.close();
                awaitJob(run, "one slot is missing again", job -> job.missingSlots() == 1);
            }
            try (NodeProcess third = startC(a)) {
                awaitJob(run, "heals again", job -> job.state() == JobState.RUNNING);
                assertThat(run.nodes()).hasSize(3);
                run.go();
                awaitJob(run, "the end", job -> job.state().isTerminal());

                assertThat(run.status().state()).as(a.log()).isEqualTo(JobState.FINISHED);
                assertThat(run.problems()).as(a.log()).isEmpty();
                assertThat(third.terminate()).as(third.log()).isZero();
            }
        }
    }

    private NodeProcess startC(NodeProcess a) throws Exception {
        return NodeProcess.start(
                folder, "c", "--roles=worker", "--slots=1", "--seeds=" + a.seed(), address[0], address[1]);
    }

    private static void awaitJob(NotingRun run, String what, Predicate<JobStatus> is) {
        await(what).atMost(Duration.ofSeconds(90)).until(() -> is.test(run.status()));
    }
}
