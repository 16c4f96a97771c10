package io.kintsugi.cluster.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.cluster.membership.Member;
import io.kintsugi.cluster.membership.Membership;
import io.kintsugi.core.config.BuildSettings;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ArtifactTransferTest {
    /** With time for answers on a machine that is busy. */
    private static final BuildSettings SETTINGS = new BuildSettings(10_000, 2, 64, 60_000, 3, 8, 60_000);

    private static final BuildSettings IMPATIENT = new BuildSettings(10_000, 2, 64, 50, 3, 8, 5_000);
    private static final NodeId LEADER = new NodeId("leader", "i1");
    private static final NodeId WORKER = new NodeId("worker", "i2");

    @TempDir
    Path temp;

    private final Vertx vertx = Vertx.vertx();

    /** Two nodes, of which the first leads, as {@code self} sees them. */
    private record Two(NodeId self) implements Membership {
        @Override
        public List<Member> members() {
            return List.of(
                    new Member(LEADER, EnumSet.allOf(Role.class), 1, ""),
                    new Member(WORKER, EnumSet.of(Role.WORKER), 1, ""));
        }

        @Override
        public Optional<NodeId> leader() {
            return Optional.of(LEADER);
        }

        @Override
        public void onChange(Runnable listener) {}
    }

    private record Node(ArtifactStore store, ArtifactFetcher fetcher) {}

    @AfterEach
    void close() throws Exception {
        await(vertx.close());
    }

    private Node node(NodeId self, BuildSettings settings) throws Exception {
        ArtifactStore store = new ArtifactStore(temp.resolve(self.name()), self.incarnation(), 10_000_000);
        ArtifactFetcher fetcher = new ArtifactFetcher(vertx, new Two(self), store, settings);
        await(ArtifactServer.start(vertx, self, store, fetcher));
        return new Node(store, fetcher);
    }

    /** A JAR of several chunks. */
    private Artifact bigJar(ArtifactStore store) throws Exception {
        Path jar = Files.copy(TestJar.build(temp, "a"), store.incomingFile());
        byte[] before = new byte[3 * ArtifactServer.CHUNK_BYTES];
        new Random(7).nextBytes(before);
        byte[] content = Files.readAllBytes(jar);
        Files.write(jar, before);
        Files.write(jar, content, StandardOpenOption.APPEND);
        return store.adopt(jar).artifact();
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void bringsAJarFromTheLeaderToAWorkerChunkByChunk() throws Exception {
        Node leader = node(LEADER, SETTINGS);
        Node worker = node(WORKER, SETTINGS);
        Artifact artifact = bigJar(leader.store());

        Path file = await(worker.fetcher().locate(artifact.id()));

        assertThat(file).hasSameBinaryContentAs(artifact.file()).startsWith(temp.resolve("worker"));
        assertThat(worker.store().find(artifact.id())).isPresent();
    }

    @Test
    void bringsAnUploadToTheLeaderFromWhereItArrived() throws Exception {
        Node leader = node(LEADER, SETTINGS);
        Node console = node(WORKER, SETTINGS);
        Artifact artifact = bigJar(console.store());

        await(console.fetcher().offerToLeader(artifact.id()));

        assertThat(leader.store().find(artifact.id())).isPresent();
    }

    @Test
    void looksAtOtherNodesWhenTheLeaderLacksIt() throws Exception {
        Node leader = node(LEADER, SETTINGS);
        Artifact artifact = bigJar(node(WORKER, SETTINGS).store());

        assertThat(await(leader.fetcher().locate(artifact.id()))).exists();
    }

    @Test
    void saysWhereItLookedForAJarThatNobodyHas() throws Exception {
        node(LEADER, SETTINGS);
        Node worker = node(WORKER, SETTINGS);
        ArtifactId unknown = new ArtifactId("sha256:" + "0".repeat(64));

        assertThatThrownBy(() -> await(worker.fetcher().locate(unknown)))
                .hasMessageContaining("KIN-3001")
                .hasMessageContaining("not on this node; leader: no artifact " + unknown);
    }

    @Test
    void refusesContentThatIsNotWhatTheDigestSays() throws Exception {
        Node worker = node(WORKER, SETTINGS);
        byte[] other = Files.readAllBytes(TestJar.build(temp, "b"));
        vertx.eventBus()
                .<Buffer>consumer(ArtifactServer.address(LEADER))
                .handler(message -> message.reply(
                        Buffer.buffer(other),
                        new DeliveryOptions().addHeader(ArtifactServer.SIZE, Integer.toString(other.length))));
        ArtifactId wanted = new ArtifactId("sha256:" + "0".repeat(64));

        assertThatThrownBy(() -> await(worker.fetcher().locate(wanted)))
                .hasMessageContaining("what arrived has the digest sha256:");
        assertThat(worker.store().find(wanted)).isEmpty();
    }

    @Test
    void asksForALostChunkAgainButNotForEver() throws Exception {
        Node worker = node(WORKER, IMPATIENT);
        AtomicInteger asked = new AtomicInteger();
        vertx.eventBus().<Buffer>consumer(ArtifactServer.address(LEADER)).handler(message -> asked.incrementAndGet());

        assertThatThrownBy(() -> await(worker.fetcher().locate(new ArtifactId("sha256:" + "0".repeat(64)))))
                .hasMessageContaining("leader: Timed out");
        // The fetcher does not wait for what it has asked last to arrive.
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(asked).hasValue(IMPATIENT.chunkAttemptsMax()));
    }
}
