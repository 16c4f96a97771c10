package io.kintsugi.core.snapshot;

import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.Term;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.zip.CRC32C;

/** Keeps everything on the heap and nothing beyond the process: for tests, and for jobs that live and die with a test. */
public final class MemorySnapshotStore implements SnapshotStore {
    private final Map<VersionId, byte[]> versions = new LinkedHashMap<>();
    private final List<Manifest> manifests = new ArrayList<>();
    private final List<Fence> fences = new ArrayList<>();

    /** @param newest checkpoint of the job when the term began */
    private record Fence(String job, Term term, long newest) {
        boolean hides(Manifest manifest) {
            return manifest.savepoint() == null
                    && manifest.job().name().equals(job)
                    && manifest.term().compareTo(term) < 0
                    && manifest.checkpoint() > newest;
        }
    }

    @Override
    public Stored write(VersionId id, Content content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            content.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + id + ": " + e.getMessage(), e);
        }
        return keep(id, out.toByteArray());
    }

    private synchronized Stored keep(VersionId id, byte[] bytes) {
        if (versions.putIfAbsent(id, bytes) != null) {
            throw new IllegalStateException("version " + id + " exists");
        }
        return new Stored(bytes.length, checksum(bytes));
    }

    @Override
    public synchronized InputStream read(StateVersion version) {
        byte[] bytes = versions.get(version.id());
        if (bytes == null) {
            throw new CorruptSnapshotException("version " + version.id() + " is missing");
        }
        if (bytes.length != version.bytes() || checksum(bytes) != version.checksum()) {
            throw new CorruptSnapshotException("version %s: %d bytes with checksum %08x expected, found %d with %08x"
                    .formatted(version.id(), version.bytes(), version.checksum(), bytes.length, checksum(bytes)));
        }
        return new ByteArrayInputStream(bytes);
    }

    @Override
    public synchronized void requireThere(StateVersion version) {
        byte[] bytes = versions.get(version.id());
        if (bytes == null || bytes.length != version.bytes()) {
            throw new CorruptSnapshotException("version %s: %d bytes expected, found %s"
                    .formatted(version.id(), version.bytes(), bytes == null ? "none" : bytes.length));
        }
    }

    @Override
    public synchronized boolean delete(VersionId id) {
        return versions.remove(id) != null;
    }

    @Override
    public synchronized List<VersionId> versions(JobId job) {
        return versions.keySet().stream().filter(id -> id.job().equals(job)).toList();
    }

    @Override
    public synchronized boolean create(Manifest manifest) {
        boolean taken = manifests.stream().anyMatch(other -> sameName(manifest, other));
        if (!taken) {
            manifests.add(manifest);
        }
        return !taken;
    }

    private static boolean sameName(Manifest a, Manifest b) {
        return a.job().name().equals(b.job().name())
                && (a.savepoint() == null
                        ? b.savepoint() == null && a.checkpoint() == b.checkpoint()
                        : a.savepoint().equals(b.savepoint()));
    }

    @Override
    public Manifests checkpoints(String job) {
        return manifests(job, manifest -> manifest.savepoint() == null);
    }

    @Override
    public synchronized Manifests takeOver(String job, Term term) {
        Manifests found = checkpoints(job);
        fences.add(new Fence(
                job,
                term,
                found.readable().stream().mapToLong(Manifest::checkpoint).max().orElse(0)));
        return found;
    }

    @Override
    public Manifests savepoints(String job) {
        return manifests(job, manifest -> manifest.savepoint() != null);
    }

    private synchronized Manifests manifests(String job, Predicate<Manifest> kind) {
        return new Manifests(
                manifests.stream()
                        .filter(manifest -> manifest.job().name().equals(job))
                        .filter(kind)
                        .filter(manifest -> fences.stream().noneMatch(fence -> fence.hides(manifest)))
                        .toList(),
                List.of());
    }

    @Override
    public synchronized boolean delete(Manifest manifest) {
        return manifests.removeIf(other -> sameName(manifest, other));
    }

    /** Flips a bit in the middle of a version, for tests of what happens then; false where there is none. */
    public synchronized boolean damage(VersionId id) {
        byte[] bytes = versions.get(id);
        if (bytes == null || bytes.length == 0) {
            return false;
        }
        byte[] damaged = bytes.clone();
        damaged[damaged.length / 2] ^= 1;
        versions.put(id, damaged);
        return true;
    }

    private static long checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return crc.getValue();
    }
}
