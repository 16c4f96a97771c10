package io.kintsugi.cluster.storage;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.Names;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.SnapshotStore;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Snapshots as files in one folder, which all nodes of a cluster share; {@code docs/checkpoints.md} shows where what is.
 * Versions are {@link BlockFile}s, of which one block is in memory at a time; manifests are texts.
 */
public final class FileSnapshotStore implements SnapshotStore {
    private static final Pattern VERSION = Pattern.compile("(.+)-(\\d{1,9})-(\\d{1,9})-(\\d{1,18})");

    private final FileStore files;

    /** @param files its directory holds snapshots only */
    public FileSnapshotStore(FileStore files) {
        this.files = files;
    }

    @Override
    public Stored write(VersionId id, Content content) {
        String name = file(id);
        return files.createIfAbsent(name, file -> {
                    BlockOutput out = new BlockOutput(file, id);
                    content.writeTo(out);
                    return out.finish();
                })
                .orElseThrow(() ->
                        new IllegalStateException("version " + id + ": expected to be new, found " + files.path(name)));
    }

    @Override
    public InputStream read(StateVersion version) {
        return reading(version, () -> BlockInput.open(files.path(file(version.id())), version));
    }

    @Override
    public void requireThere(StateVersion version) {
        reading(version, () -> {
            BlockInput.requireLength(files.path(file(version.id())), version);
            return true;
        });
    }

    @Override
    public boolean delete(VersionId id) {
        boolean deleted = files.delete(file(id));
        files.deleteEmpty(versionsOf(id.job()));
        return deleted;
    }

    @Override
    public List<VersionId> versions(JobId job) {
        return files.list(versionsOf(job)).stream()
                .flatMap(name -> version(job, name).stream())
                .toList();
    }

    @Override
    public boolean create(Manifest manifest) {
        return files.createIfAbsent(file(manifest), ManifestText.write(manifest));
    }

    @Override
    public Manifests checkpoints(String job) {
        return new Listing()
                .of(checkpointsOf(job))
                .without(new Fences(files, job))
                .found();
    }

    @Override
    public Manifests takeOver(String job, Term term) {
        Fences fences = new Fences(files, job);
        Listing before = new Listing().of(checkpointsOf(job)).without(fences);
        before.stale().forEach(manifest -> files.deleteDurably(file(manifest)));
        long newest = before.readable.isEmpty()
                ? 0
                : before.readable.get(before.readable.size() - 1).checkpoint();
        fences.put(term, newest);
        return checkpoints(job);
    }

    @Override
    public Manifests savepoints(String job) {
        return new Listing().of(savepointsOf(job)).found();
    }

    @Override
    public boolean delete(Manifest manifest) {
        return files.deleteDurably(file(manifest));
    }

    private static String versionsOf(JobId job) {
        return job.name() + "/run-" + job.run() + "/versions";
    }

    private static String checkpointsOf(String job) {
        return Names.requireJobName(job) + "/checkpoints";
    }

    private static String savepointsOf(String job) {
        return Names.requireJobName(job) + "/savepoints";
    }

    private static String file(VersionId id) {
        TaskId task = id.attempt().task();
        return "%s/%s-%d-%d-%d"
                .formatted(
                        versionsOf(id.job()),
                        task.vertex(),
                        task.subtask(),
                        id.attempt().number(),
                        id.number());
    }

    private static String file(Manifest manifest) {
        String job = manifest.job().name();
        return manifest.savepoint() == null
                ? checkpointsOf(job) + "/" + manifest.checkpoint()
                : savepointsOf(job) + "/" + Names.requireName("savepoint", manifest.savepoint());
    }

    /** Empty for a file that is none of ours. */
    private static Optional<VersionId> version(JobId job, String name) {
        Matcher parts = VERSION.matcher(name);
        if (!parts.matches()) {
            return Optional.empty();
        }
        TaskId task = new TaskId(parts.group(1), Integer.parseInt(parts.group(2)));
        AttemptId attempt = new AttemptId(task, Integer.parseInt(parts.group(3)));
        VersionId id = new VersionId(job, attempt, Long.parseLong(parts.group(4)));
        return Optional.of(id);
    }

    /** Reads the manifests of a directory. */
    private final class Listing {
        private final List<Manifest> readable = new ArrayList<>();
        private final List<Manifest> stale = new ArrayList<>();
        private final List<String> damaged = new ArrayList<>();

        Listing of(String directory) {
            for (String name : files.list(directory)) {
                if (!name.startsWith(".")) { // A file system may have such files for itself.
                    take(directory + "/" + name);
                }
            }
            readable.sort(Comparator.comparingLong(Manifest::checkpoint));
            return this;
        }

        private void take(String file) {
            try {
                files.read(file).ifPresent(text -> readable.add(requireNamed(file, ManifestText.read(text))));
            } catch (RuntimeException e) { // JSON of another shape fails in many ways.
                if (e instanceof UncheckedIOException) {
                    throw e;
                }
                damaged.add(file + ": " + e.getMessage());
            }
        }

        private Manifest requireNamed(String file, Manifest manifest) {
            if (!file(manifest).equals(file)) {
                throw new IllegalArgumentException("expected the manifest of this name, found " + file(manifest));
            }
            return manifest;
        }

        /** A leader that was replaced may still complete a checkpoint, which counts for nothing. */
        Listing without(Fences fences) {
            Term highest = Term.NONE;
            for (Manifest manifest : List.copyOf(readable)) {
                Term over = fences.over(manifest).orElse(highest);
                if (manifest.term().compareTo(over) < 0) {
                    readable.remove(manifest);
                    stale.add(manifest);
                    damaged.add("%s: of term %d, but written after term %d had begun: its leader had been replaced"
                            .formatted(file(manifest), manifest.term().value(), over.value()));
                } else {
                    highest = manifest.term();
                }
            }
            return this;
        }

        List<Manifest> stale() {
            return stale;
        }

        Manifests found() {
            return new Manifests(readable, damaged);
        }
    }

    private interface Reading<T> {
        T run() throws IOException;
    }

    private static <T> T reading(StateVersion version, Reading<T> act) {
        try {
            return act.run();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read version " + version.id() + ": " + e, e);
        }
    }
}
