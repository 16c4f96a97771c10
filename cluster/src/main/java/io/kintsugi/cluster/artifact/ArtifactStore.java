package io.kintsugi.cluster.artifact;

import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * JAR files of this node, each named by its digest and never changed. A file is there whole and checked, or not at all;
 * several nodes may share the directory. Every call blocks; any thread may call. A disk that fails throws
 * {@link UncheckedIOException}.
 */
public final class ArtifactStore {
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final String SUFFIX = ".jar";
    private static final String INCOMING = "incoming";
    private static final Pattern STORED = Pattern.compile("[0-9a-f]{64}\\.jar");

    /** What a node that died left behind; no upload takes so long. */
    private static final Duration INCOMING_KEPT = Duration.ofDays(1);

    private final Path directory;
    private final Path incoming;
    private final String writer;
    private final long bytesMax;
    private final AtomicLong uploads = new AtomicLong();

    /**
     * Creates the directory if it is missing, and removes what a dead node left unfinished a day ago or earlier.
     *
     * @param writer letters and digits that no other process uses, for the names of files on their way
     * @param bytesMax larger JARs are refused
     */
    public ArtifactStore(Path directory, String writer, long bytesMax) {
        this.directory = directory;
        this.incoming = directory.resolve(INCOMING);
        this.writer = writer;
        this.bytesMax = bytesMax;
        try {
            Files.createDirectories(incoming);
            removeLeftovers(Instant.now().minus(INCOMING_KEPT));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create the artifact directory " + incoming + ": " + e, e);
        }
    }

    /** A name for a new file to write into; give it to {@link #adopt} or delete it. */
    public Path incomingFile() {
        return incoming.resolve(writer + "-" + uploads.incrementAndGet());
    }

    public Optional<Artifact> find(ArtifactId id) {
        Path file = file(id);
        return Files.isRegularFile(file) ? Optional.of(new Artifact(id, size(file), file)) : Optional.empty();
    }

    /** All, by digest. */
    public List<Artifact> list() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> STORED.matcher(name).matches())
                    .map(name -> ArtifactId.ofHex(name.substring(0, name.length() - SUFFIX.length())))
                    .sorted()
                    .flatMap(id -> find(id).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + directory + ": " + e, e);
        }
    }

    /**
     * What became of an upload.
     *
     * @param created false: the JAR was there already
     */
    public record Adopted(Artifact artifact, boolean created) {}

    /**
     * Takes over a file that was written under {@link #incomingFile}, which is gone afterwards in any case. Throws
     * {@link ProblemException} for a file that is too large or no JAR.
     */
    public Adopted adopt(Path uploaded) {
        try {
            requireSize(Files.size(uploaded));
            requireJar(uploaded);
            ArtifactId id = digest(uploaded);
            boolean created = link(uploaded, file(id));
            return new Adopted(new Artifact(id, size(file(id)), file(id)), created);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot store the artifact " + uploaded + ": " + e, e);
        } finally {
            discard(uploaded);
        }
    }

    /** Removes a file that was not adopted. */
    public void discard(Path uploaded) {
        try {
            Files.deleteIfExists(uploaded);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + uploaded + ": " + e, e);
        }
    }

    /** Deletes a JAR; one that is not there is no fault. */
    void delete(ArtifactId id) {
        discard(file(id));
    }

    /** Throws {@link ProblemException} for a JAR above the limit. */
    public void requireSize(long bytes) {
        if (bytes > bytesMax) {
            throw Problem.of(
                            ProblemCode.PAYLOAD_TOO_LARGE,
                            "the JAR has %d bytes, allowed are %d (http.artifact-bytes-max)".formatted(bytes, bytesMax))
                    .toException();
        }
    }

    static ProblemException missing(ArtifactId id, String why) {
        return Problem.of(ProblemCode.ARTIFACT_MISSING, "artifact " + id + ": " + why)
                .toException();
    }

    private void removeLeftovers(Instant before) throws IOException {
        try (Stream<Path> files = Files.list(incoming)) {
            for (Path file : files.toList()) {
                if (file.toFile().lastModified() < before.toEpochMilli()) {
                    Files.deleteIfExists(file); // Another node may have been faster.
                }
            }
        }
    }

    private static void requireJar(Path file) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            if (zip.stream().noneMatch(entry -> entry.getName().endsWith(".class"))) {
                throw notAJar("it holds " + zip.size() + " entries and no class");
            }
        } catch (ZipException e) {
            throw notAJar(String.valueOf(e.getMessage()));
        }
    }

    private static ProblemException notAJar(String why) {
        return Problem.of(ProblemCode.NOT_A_JAR, "expected a JAR file with at least one class: " + why)
                .toException();
    }

    /** A link fails when the name exists, where a rename would replace it. */
    private static boolean link(Path from, Path to) throws IOException {
        try {
            Files.createLink(to, from);
            return true;
        } catch (FileAlreadyExistsException sameContent) {
            return false;
        }
    }

    private static ArtifactId digest(Path file) throws IOException {
        MessageDigest sha256 = sha256();
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                sha256.update(buffer, 0, read);
            }
        }
        return ArtifactId.ofHex(HexFormat.of().formatHex(sha256.digest()));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private Path file(ArtifactId id) {
        return directory.resolve(id.hex() + SUFFIX);
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the size of " + file + ": " + e, e);
        }
    }
}
