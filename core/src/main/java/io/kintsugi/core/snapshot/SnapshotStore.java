package io.kintsugi.core.snapshot;

import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.Term;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/**
 * Where state versions and manifests are kept: all nodes see the same. What was created is there whole or not at all,
 * also after a crash, and is never overwritten. Any thread may call; every call blocks. A store that does not work throws
 * {@link java.io.UncheckedIOException}, what is damaged {@link CorruptSnapshotException}.
 */
public interface SnapshotStore {
    /** Writes a state; called once, on the thread that called the store. */
    interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /** What {@link StateVersion} tells about the stored bytes. */
    record Stored(long bytes, long checksum) {}

    /** Stores a version; throws {@link IllegalStateException} if there is one of this id. */
    Stored write(VersionId id, Content content);

    /**
     * Reads a version from its beginning. Length and checksums are verified while it is read: the stream throws
     * {@link CorruptSnapshotException} before it hands out a byte that was not stored.
     */
    InputStream read(StateVersion version);

    /** Checks without reading that a version is there in its full length; throws {@link CorruptSnapshotException} if not. */
    void requireThere(StateVersion version);

    /** Whether there was such a version. */
    boolean delete(VersionId id);

    /** All versions that are there for a run, also those that no manifest refers to. */
    List<VersionId> versions(JobId job);

    /** Creates a manifest; false, and no change, if one of this checkpoint or of this savepoint's name exists. */
    boolean create(Manifest manifest);

    /** Completed checkpoints of all runs of a name, without savepoints, oldest first; none that cannot be read. */
    Manifests checkpoints(String job);

    /**
     * The same, for the leader of a new term that goes on with the job: checkpoints of earlier terms that are created from now on
     * count for nothing, whoever asks.
     */
    Manifests takeOver(String job, Term term);

    /** Savepoints of a name, oldest first. */
    Manifests savepoints(String job);

    /**
     * What was found.
     *
     * @param damaged names the files that do not count, and why
     */
    record Manifests(List<Manifest> readable, List<String> damaged) {
        public Manifests {
            readable = List.copyOf(readable);
            damaged = List.copyOf(damaged);
        }
    }

    /** Deletes a manifest, not its versions; whether there was one. */
    boolean delete(Manifest manifest);
}
