package io.kintsugi.node;

import static io.kintsugi.node.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.cluster.client.ApiCredentials;
import io.kintsugi.cluster.client.ClientSettings;
import io.kintsugi.cluster.client.KintsugiClient;
import io.kintsugi.cluster.security.AccessRole;
import io.kintsugi.cluster.security.Passwords;
import io.kintsugi.cluster.security.Tokens;
import io.kintsugi.cluster.security.User;
import io.kintsugi.cluster.security.Users;
import io.kintsugi.cluster.security.UsersFile;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.node.cli.Main;
import io.kintsugi.node.config.ConfigLoader;
import io.kintsugi.node.config.ConfigSources;
import io.kintsugi.node.config.NodeConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes that ask who calls and talk by TLS; their certificate signs itself. */
final class SecureClusterIT {
    private static final String KEY = "a key of the tests that has many characters";
    private static final long END_MS = 60_000;

    @TempDir
    Path folder;

    private final List<Node> nodes = new ArrayList<>();
    private TestCertificate certificate;
    private User robot;

    @BeforeEach
    void startTwoNodes() throws Exception {
        certificate = TestCertificate.in(folder);
        robot = new User("robot", AccessRole.DEPLOYER, User.NO_PASSWORD);
        User ann = new User("ann", AccessRole.VIEWER, new Passwords().hash("correct horse"));
        new UsersFile(folder.resolve("users")).write(Users.none().with(robot).with(ann));
        Files.writeString(folder.resolve("key"), KEY);
        nodes.add(await(Node.start(config("a", "[coordinator, console]", "[]", certificate.asPem()))));
        nodes.add(await(Node.start(config("b", "[worker]", nodes.get(0).seed(), certificate.asKeystore()))));
    }

    @AfterEach
    void stop() throws Exception {
        for (int i = nodes.size() - 1; i >= 0; i--) {
            await(nodes.get(i).kintsugi().close());
        }
    }

    private NodeConfig config(String name, String roles, String seeds, List<String> tls) {
        List<ConfigSources.Flag> flags = new ArrayList<>();
        Stream.concat(
                        tls.stream(),
                        Stream.of(
                                "node.name=" + name,
                                "node.roles=" + roles,
                                "node.slots=4",
                                "node.data-dir=" + folder,
                                "cluster.name=test-" + folder.getFileName(),
                                "cluster.port=0",
                                "cluster.seeds=" + seeds,
                                "http.port=0",
                                "security.users-file=" + folder.resolve("users"),
                                "security.key=file:" + folder.resolve("key"),
                                "tls.http=true",
                                "tls.event-bus=true"))
                .map(setting -> setting.split("=", 2))
                .forEach(parts -> flags.add(new ConfigSources.Flag("--set", parts[0], parts[1])));
        return ConfigLoader.load(new ConfigSources(Optional.empty(), Map.of(), flags));
    }

    @Test
    void runsAJobForWhoMaySubmitAndForNobodyElse() throws Exception {
        Kintsugi worker = nodes.get(1).kintsugi();
        KintsugiClient.Submission count =
                KintsugiClient.Submission.of(CountJob.class, Map.of("records", "20000", "parallelism", "2"));
        ClientSettings patient = new ClientSettings(10_000, 5, 200);
        KintsugiClient nobody = KintsugiClient.create(worker.vertx(), patient);
        String token = new Tokens(worker.vertx(), KEY).session(robot, 3_600);
        CountJob.OUTPUT.clear();

        assertThatThrownBy(() -> await(nobody.submit(count))).hasMessageContaining("KIN-6001");
        await(nobody.as(ApiCredentials.token(token)).submit(count));
        JobStatus ended = await(worker.ended("count", END_MS));

        assertThat(ended.state()).as(String.valueOf(ended.failure())).isEqualTo(JobState.FINISHED);
        assertThat(CountJob.sorted(CountJob.OUTPUT.records())).isEqualTo(CountJob.expected(20_000));
    }

    @Test
    void speaksOnlyTlsAndShowsNoSecret() throws Exception {
        String url = nodes.get(0).httpUrl().orElseThrow();
        HttpClient trusting =
                HttpClient.newBuilder().sslContext(certificate.trusting()).build();

        assertThat(url).startsWith("https://");
        assertThat(get(trusting, url + "/health/live").statusCode()).isEqualTo(200);
        assertThat(get(trusting, url + "/api/v1/jobs").statusCode()).isEqualTo(401);
        assertThatThrownBy(() -> get(HttpClient.newHttpClient(), url + "/health/live"))
                .isInstanceOf(SSLException.class);
        assertThat(Main.run("jobs", "--server", url, "--ca-file", certificate.pem()))
                .isEqualTo(1);
        assertThat(Files.readString(folder.resolve("users"))).doesNotContain("correct horse");
    }

    private static HttpResponse<String> get(HttpClient client, String url) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
    }
}
