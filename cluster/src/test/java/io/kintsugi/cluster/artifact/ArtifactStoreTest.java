package io.kintsugi.cluster.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ArtifactStoreTest {
    private static final byte[] PNG = HexFormat.of().parseHex("89504e470d0a1a0a0000000d4948445200000001");

    @TempDir
    Path temp;

    private ArtifactStore store;

    @BeforeEach
    void open() {
        store = new ArtifactStore(temp.resolve("artifacts"), "w1", 100_000);
    }

    private Path upload(byte[] content) throws IOException {
        return Files.write(store.incomingFile(), content);
    }

    private ProblemCode refusal(byte[] content) throws IOException {
        Path uploaded = upload(content);
        ProblemException[] refused = new ProblemException[1];
        assertThatThrownBy(() -> store.adopt(uploaded))
                .isInstanceOfSatisfying(ProblemException.class, e -> refused[0] = e);
        assertThat(uploaded).doesNotExist();
        assertThat(store.list()).isEmpty();
        return refused[0].problem().code();
    }

    @Test
    void keepsAJarUnderItsDigest() throws IOException {
        byte[] jar = Files.readAllBytes(TestJar.build(temp, "a"));

        ArtifactStore.Adopted adopted = store.adopt(upload(jar));

        assertThat(adopted.created()).isTrue();
        assertThat(adopted.artifact().file()).hasBinaryContent(jar);
        assertThat(store.find(adopted.artifact().id())).contains(adopted.artifact());
        assertThat(store.list()).containsExactly(adopted.artifact());
    }

    @Test
    void takesTheSameJarTwiceWithoutAChange() throws IOException {
        byte[] jar = Files.readAllBytes(TestJar.build(temp, "a"));
        Artifact first = store.adopt(upload(jar)).artifact();

        ArtifactStore.Adopted second = store.adopt(upload(jar));

        assertThat(second).isEqualTo(new ArtifactStore.Adopted(first, false));
        assertThat(temp.resolve("artifacts/incoming")).isEmptyDirectory();
    }

    @Test
    void findsWhatAnotherNodePutIntoTheSameDirectory() throws IOException {
        Artifact artifact = store.adopt(upload(Files.readAllBytes(TestJar.build(temp, "a"))))
                .artifact();

        assertThat(new ArtifactStore(temp.resolve("artifacts"), "w2", 1).find(artifact.id()))
                .contains(artifact);
    }

    @Test
    void refusesAPictureAndAnEmptyFile() throws IOException {
        assertThat(refusal(PNG)).isEqualTo(ProblemCode.NOT_A_JAR);
        assertThat(refusal(new byte[0])).isEqualTo(ProblemCode.NOT_A_JAR);
    }

    @Test
    void refusesAZipWithoutClasses() throws IOException {
        Path zip = temp.resolve("texts.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            out.putNextEntry(new ZipEntry("readme.txt"));
            out.closeEntry();
        }

        assertThat(refusal(Files.readAllBytes(zip))).isEqualTo(ProblemCode.NOT_A_JAR);
    }

    @Test
    void refusesWhatIsTooLarge() throws IOException {
        assertThat(refusal(new byte[100_001])).isEqualTo(ProblemCode.PAYLOAD_TOO_LARGE);
    }

    @Test
    void removesAtTheNextStartWhatADeadNodeLeftADayAgo() throws IOException {
        Path old = Files.writeString(store.incomingFile(), "half a JAR");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
        Path fresh = Files.writeString(store.incomingFile(), "a JAR on its way");

        ArtifactStore next = new ArtifactStore(temp.resolve("artifacts"), "w2", 1);

        assertThat(old).doesNotExist();
        assertThat(fresh).exists();
        assertThat(next.list()).isEmpty();
    }

    @Test
    void passesOverFilesThatAreNotItsOwn() throws IOException {
        Files.writeString(temp.resolve("artifacts/readme.jar"), "put here by a person");

        assertThat(store.list()).isEmpty();
    }

    @Test
    void knowsNoOtherNamesThanDigests() {
        assertThatThrownBy(() -> new ArtifactId("sha256:../../etc/passwd"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("64 lower-case hex digits");
    }
}
