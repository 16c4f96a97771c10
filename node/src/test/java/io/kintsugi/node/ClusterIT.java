package io.kintsugi.node;

import static io.kintsugi.node.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.config.ClusterSettings;
import io.kintsugi.core.config.HttpSettings;
import io.kintsugi.core.config.NodeSettings;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.Role;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.node.cli.Main;
import io.kintsugi.node.config.NodeConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClusterIT {
    private static final long END_MS = 60_000;

    @TempDir
    Path folder;

    private final List<Node> nodes = new ArrayList<>();

    @BeforeEach
    void startACoordinatorAndTwoWorkers() throws Exception {
        nodes.add(await(Node.start(config("a", List.of(Role.COORDINATOR, Role.CONSOLE), List.of()))));
        List<String> seeds = List.of(nodes.get(0).seed());
        nodes.add(await(Node.start(config("b", List.of(Role.WORKER), seeds))));
        nodes.add(await(Node.start(config("c", List.of(Role.WORKER), seeds))));
    }

    @AfterEach
    void stop() throws Exception {
        for (int i = nodes.size() - 1; i >= 0; i--) {
            await(nodes.get(i).kintsugi().close());
        }
    }

    @Test
    void aJobThatWasSubmittedAtAnyNodeRunsOnAllWorkersAndGivesEveryCount() throws Exception {
        CountJob.OUTPUT.clear();
        Kintsugi anyNode = nodes.get(2).kintsugi();

        // Four slots are needed, so this waits until the leader has reached both workers.
        await(anyNode.submit(CountJob.class, Map.of("records", "200000", "parallelism", "4")));
        JobStatus ended = await(anyNode.ended("count", END_MS));

        assertThat(ended.state()).as(String.valueOf(ended.failure())).isEqualTo(JobState.FINISHED);
        assertThat(workers(ended)).containsExactly("b", "c");
        assertThat(CountJob.sorted(CountJob.OUTPUT.records())).isEqualTo(CountJob.expected(200_000));
    }

    @Test
    void theCommandLineSubmitsWatchesAndStopsOverHttp() throws Exception {
        String url = nodes.get(0).httpUrl().orElseThrow();

        assertThat(get(url + "/health/ready")).contains("UP");
        assertThat(cli("validate", CountJob.class.getName(), "--server", url)).isZero();
        assertThat(cli("submit", CountJob.class.getName(), "-p", "recrds=1", "--server", url))
                .isEqualTo(1);
        assertThat(cli(
                        "submit",
                        CountJob.class.getName(),
                        "--param=parallelism=4",
                        "--param=records=1000000000",
                        "--param=rate=100",
                        "--server=" + url))
                .isZero();
        assertThat(cli("job", "count", "--server", url)).isZero();
        assertThat(cli("stop", "count", "--wait", "60", "--server", url)).isZero();
        assertThat(await(nodes.get(1).kintsugi().job("count")).state()).isEqualTo(JobState.STOPPED);
        assertThat(get(url + "/metrics")).contains("jvm_memory_used_bytes").doesNotContain("address=");
        assertThat(nodes.get(1).kintsugi().metrics()).contains("kintsugi_task_records_in_total{job=\"count\"");
    }

    private static int cli(String... arguments) {
        return Main.run(arguments);
    }

    private static String get(String url) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static Set<String> workers(JobStatus status) {
        TreeSet<String> names = new TreeSet<>();
        status.tasks().forEach(task -> names.add(task.worker().name()));
        return names;
    }

    private NodeConfig config(String name, List<Role> roles, List<String> seeds) {
        NodeConfig defaults = NodeConfig.defaults();
        NodeSettings node = defaults.node();
        ClusterSettings cluster = defaults.cluster();
        HttpSettings http = defaults.http();
        return defaults.withHttp(new HttpSettings(http.host(), 0, false, http.artifactBytesMax(), http.bodyBytesMax()))
                .withNode(new NodeSettings(name, roles, 2, folder.toString(), node.blockingThreads(), node.stopMs(), 0))
                .withCluster(new ClusterSettings(
                        "test-" + folder.getFileName(),
                        cluster.host(),
                        0,
                        0,
                        seeds,
                        1,
                        cluster.joinTimeoutMs(),
                        cluster.lostAfterS(),
                        cluster.controlTimeoutMs()));
    }
}
