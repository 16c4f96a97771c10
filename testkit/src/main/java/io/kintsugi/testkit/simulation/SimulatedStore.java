package io.kintsugi.testkit.simulation;

import io.kintsugi.coordinator.checkpoint.CheckpointEvent;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.snapshot.CorruptSnapshotException;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.MemorySnapshotStore;
import io.kintsugi.core.snapshot.SnapshotStore;
import io.kintsugi.core.snapshot.VersionId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The store that all nodes share: takes its time, fails for a while, and forgets nothing that it has confirmed. */
final class SimulatedStore {
    private static final int USUAL_WRITE_US_MAX = 2_000;

    private final MemorySnapshotStore kept;
    private final Agenda agenda;
    private final RandomGenerator random;
    private long failsUntilNs;
    private long slowUntilNs;
    private long slowWriteMs;

    /** Told how a write has ended. */
    interface Written {
        /** Asked before the last byte: what nobody waits for any more is not written to its end. */
        boolean wanted();

        void stored(SnapshotStore.Stored stored);

        void failed(String reason);
    }

    /** @param kept what is stored already */
    SimulatedStore(MemorySnapshotStore kept, Agenda agenda, RandomGenerator random) {
        this.kept = kept;
        this.agenda = agenda;
        this.random = random;
    }

    MemorySnapshotStore kept() {
        return kept;
    }

    void failFor(long forMs) {
        failsUntilNs = agenda.nowNs() + forMs * 1_000_000;
    }

    void beSlowFor(long forMs, long writeMs) {
        slowUntilNs = agenda.nowNs() + forMs * 1_000_000;
        slowWriteMs = writeMs;
    }

    /** Takes the content at once, as a copy that a task has made, and stores it some time later. */
    void write(VersionId id, SnapshotStore.Content content, Written told) {
        agenda.in(writeNs(), () -> {
            if (!told.wanted()) {
                return;
            }
            if (fails()) {
                told.failed("the disk is full");
            } else {
                told.stored(kept.write(id, content));
            }
        });
    }

    /** @param savepoint name under which it stays, or null */
    void create(Manifest manifest, @Nullable String savepoint, Consumer<CheckpointEvent> told) {
        agenda.in(writeNs(), () -> told.accept(created(manifest, savepoint)));
    }

    private CheckpointEvent created(Manifest manifest, @Nullable String savepoint) {
        if (fails()) {
            return refused(manifest, "the disk is full");
        }
        try {
            manifest.versions().forEach(kept::requireThere);
        } catch (CorruptSnapshotException missing) { // The next leader has deleted what it did not need.
            return refused(manifest, String.valueOf(missing.getMessage()));
        }
        if (!kept.create(manifest)) {
            return refused(manifest, "there is a checkpoint of this number already");
        }
        boolean named = savepoint == null || kept.create(manifest.named(savepoint));
        return new CheckpointEvent.ManifestStored(manifest, named ? null : "there is one of this name already");
    }

    private static CheckpointEvent refused(Manifest manifest, String reason) {
        return new CheckpointEvent.ManifestRefused(manifest.checkpoint(), reason);
    }

    void delete(List<VersionId> versions) {
        agenda.in(writeNs(), () -> versions.forEach(kept::delete));
    }

    void delete(Manifest manifest, List<VersionId> versions) {
        agenda.in(writeNs(), () -> {
            kept.delete(manifest);
            versions.forEach(kept::delete);
        });
    }

    void sweep(JobId job, List<VersionId> needed) {
        Set<VersionId> keep = new LinkedHashSet<>(needed);
        agenda.in(
                writeNs(),
                () -> kept.versions(job).stream()
                        .filter(version -> !keep.contains(version))
                        .forEach(kept::delete));
    }

    private boolean fails() {
        return agenda.nowNs() < failsUntilNs;
    }

    private long writeNs() {
        long usual = 1_000L * random.nextInt(USUAL_WRITE_US_MAX);
        return agenda.nowNs() < slowUntilNs ? slowWriteMs * 1_000_000 + usual : usual;
    }
}
