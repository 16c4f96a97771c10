package io.kintsugi.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kintsugi.core.model.JobState;
import io.kintsugi.testkit.noting.Notes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three processes, each coordinator and worker, that are started anew: one after the other, or all at once behind a power cut. */
final class RollingRestartIT {
    private static final Duration SOON = Duration.ofSeconds(90);

    @TempDir
    private Path folder;

    private final List<NodeProcess> nodes = new ArrayList<>();

    @AfterEach
    void stop() {
        nodes.forEach(NodeProcess::close);
    }

    private NodeProcess start(String name) throws Exception {
        List<String> flags = new ArrayList<>(
                List.of("--roles=coordinator,worker,console", "--slots=3", "--set=node.drain-ms=120000"));
        if (!nodes.isEmpty()) {
            flags.add("--seeds="
                    + String.join(",", nodes.stream().map(NodeProcess::seed).toList()));
        }
        NodeProcess node = NodeProcess.start(folder, name, flags.toArray(String[]::new));
        nodes.add(node);
        return node;
    }

    @Test
    void aRollingRestartLosesNothingAndDoublesNothing() throws Exception {
        NotingRun run = new NotingRun(folder);
        for (String name : List.of("a", "b", "c")) {
            run.ask(start(name));
        }
        run.submit(1_000);
        awaitState(run, JobState.RUNNING);

        for (String name : List.of("a", "b", "c")) {
            NodeProcess oldest = nodes.remove(0);
            run.ask(nodes.get(0));
            if (name.equals("c")) {
                run.go(); // Records flow while the last one goes.
            }
            assertThat(oldest.terminate()).as(oldest.log()).isZero();
            assertThat(oldest.log()).contains("no task is left");
            start(name);
            await().atMost(SOON).ignoreExceptions().until(() -> run.nodes().size() == 3);
        }
        await().atMost(SOON).ignoreExceptions().until(() -> run.status().state().isTerminal());

        assertThat(run.status().state()).as(nodes.get(0).log()).isEqualTo(JobState.FINISHED);
        assertThat(run.truth()).isEqualTo(new Notes(0, 0, 0, 0));
    }

    @Test
    void everyJobGoesOnFromItsNewestCheckpointWhenAllProcessesWereKilled() throws Exception {
        NotingRun run = new NotingRun(folder);
        for (String name : List.of("a", "b", "c")) {
            run.ask(start(name));
        }
        run.submit();
        awaitState(run, JobState.RUNNING);
        await().atMost(SOON)
                .ignoreExceptions()
                .until(() -> run.get("/checkpoints").getJsonArray("items").size() > 2);

        nodes.forEach(NodeProcess::close);
        nodes.clear();
        for (String name : List.of("a", "b", "c")) {
            run.ask(start(name));
        }
        run.go();
        await().atMost(SOON).ignoreExceptions().until(() -> run.status().state().isTerminal());

        assertThat(run.status().state()).as(nodes.get(0).log()).isEqualTo(JobState.FINISHED);
        assertThat(run.status().spec().id().run()).isEqualTo(1);
        assertThat(run.truth()).isEqualTo(new Notes(0, 0, 0, 0));
    }

    private static void awaitState(NotingRun run, JobState state) {
        await().atMost(SOON).ignoreExceptions().until(() -> run.status().state() == state);
    }
}
