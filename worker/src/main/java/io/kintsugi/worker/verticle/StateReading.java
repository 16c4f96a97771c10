package io.kintsugi.worker.verticle;

import io.kintsugi.core.snapshot.CorruptSnapshotException;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.core.snapshot.SnapshotStore;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import io.kintsugi.worker.task.Task;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Opens a task with what its restore point names. Used once, by a thread that may block. */
final class StateReading {
    private final SnapshotStore snapshots;
    private final LocalCopies copies;
    private final RestorePoint restore;
    private @Nullable VersionId reading;

    /** A version is damaged, and no attempt can begin with it. */
    static final class UnreadableStateException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient VersionId version;

        private UnreadableStateException(VersionId version, CorruptSnapshotException cause) {
            super("version " + version + " cannot be read: " + cause.getMessage(), cause);
            this.version = version;
        }

        VersionId version() {
            return version;
        }
    }

    StateReading(TaskVersions.StateStore states, RestorePoint restore) {
        this.snapshots = states.snapshots();
        this.copies = states.copies();
        this.restore = restore;
    }

    /** Throws {@link UnreadableStateException} where a version is damaged. */
    void open(Task task) {
        List<InputStream> versions = new ArrayList<>();
        try {
            restore.versions().forEach(version -> versions.add(open(version)));
            if (ended(restore)) {
                task.openEnded(versions);
            } else {
                task.open(versions, restore.dropUnmatched());
            }
        } catch (CorruptSnapshotException e) {
            VersionId damaged = reading;
            if (damaged == null) {
                throw e;
            }
            throw new UnreadableStateException(damaged, e);
        } finally {
            versions.forEach(StateReading::close);
        }
    }

    /** Whether the task had come to its end; one that has a share of several states begins anew with it. */
    static boolean ended(RestorePoint restore) {
        return restore.versions().size() == 1 && restore.versions().get(0).ended();
    }

    private InputStream open(StateVersion version) {
        reading = version.id();
        return new Noting(source(version), version.id());
    }

    /** Who goes back to a checkpoint with others reads what all nodes see, so that damage is found while an earlier one is kept. */
    private InputStream source(StateVersion version) {
        Optional<InputStream> copy = restore.alone() ? copies.find(version) : Optional.empty();
        return copy.orElseGet(() -> snapshots.read(version));
    }

    private static void close(InputStream version) {
        try {
            version.close();
        } catch (IOException e) {
            // It was read to where it was needed, or the failure that matters is on its way.
        }
    }

    /** Remembers which version was read last. */
    private final class Noting extends FilterInputStream {
        private final VersionId id;

        Noting(InputStream in, VersionId id) {
            super(in);
            this.id = id;
        }

        @Override
        public int read() throws IOException {
            reading = id;
            return in.read();
        }

        @Override
        public long skip(long bytes) throws IOException {
            reading = id;
            return in.skip(bytes);
        }

        @Override
        public int read(byte[] into, int from, int count) throws IOException {
            reading = id;
            return in.read(into, from, count);
        }
    }
}
