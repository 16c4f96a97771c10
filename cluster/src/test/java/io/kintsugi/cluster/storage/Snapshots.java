package io.kintsugi.cluster.storage;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.SnapshotStore.Stored;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Versions and manifests to test with. */
final class Snapshots {
    static final JobId JOB = new JobId("flights", 3);

    private Snapshots() {}

    static VersionId id(long number) {
        return new VersionId(JOB, new AttemptId(new TaskId("train-all", 2), 4), number);
    }

    static byte[] state(int bytes) {
        byte[] state = new byte[bytes];
        new Random(bytes).nextBytes(state);
        return state;
    }

    static StateVersion store(FileSnapshotStore store, long number, byte[] state) {
        return version(id(number), store.write(id(number), out -> out.write(state)));
    }

    static StateVersion version(VersionId id, Stored stored) {
        return new StateVersion(
                id,
                7,
                false,
                stored.bytes(),
                stored.checksum(),
                List.of(new ChannelPosition(new ChannelId(0, 1, 2), 1, 500)),
                List.of(new ChannelPosition(new ChannelId(1, 2, 0), 3, Long.MAX_VALUE)));
    }

    static Manifest manifest(long checkpoint, long term, @Nullable String savepoint) {
        return new Manifest(
                JOB,
                checkpoint,
                savepoint,
                new Term(term),
                1_772_000_000_123L,
                1_772_000_001_000L,
                128,
                List.of(version(id(7), new Stored(1_234, 0x0a2b3c4dL))));
    }

    /** Reads as far as the stream goes; its bytes stay readable in {@code handedOut} when it fails. */
    static byte[] readAll(InputStream stream, ByteArrayOutputStream handedOut) throws IOException {
        try (stream) {
            stream.transferTo(handedOut);
        }
        return handedOut.toByteArray();
    }
}
