package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.bus.SupersededException;
import io.kintsugi.coordinator.checkpoint.CheckpointEvent;
import io.kintsugi.coordinator.checkpoint.StoredCheckpoints;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.snapshot.CorruptSnapshotException;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.SnapshotStore;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import io.vertx.core.Future;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the leader does in the snapshot store, on threads that may block. */
final class SnapshotWork {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotWork.class);

    /** Pause before it is tried again to take back a manifest that may exist; as long as this node leads. */
    private static final long TAKE_BACK_AGAIN_MS = 1_000;

    private final Loop loop;
    private final SnapshotStore store;
    private final Reigning reigning;

    /** Whether the leader that this works for is the newest; asked on a thread that may block. */
    interface Reigning {
        /** Throws {@link SupersededException} if there is a later one. */
        void require() throws SupersededException;
    }

    SnapshotWork(Loop loop, SnapshotStore store, Reigning reigning) {
        this.loop = loop;
        this.store = store;
        this.reigning = reigning;
    }

    /** What there is for a job that begins with nothing. */
    Future<StoredCheckpoints> read(String job) {
        return loop.blocking(() -> new StoredCheckpoints(
                known(job, store.checkpoints(job)), known(job, store.savepoints(job)), null, false));
    }

    /** The same for a job that goes on under a leader of this term: what leaders before complete from now on counts for nothing. */
    Future<StoredCheckpoints> takeOver(String job, Term term) {
        return loop.blocking(() -> new StoredCheckpoints(
                known(job, store.takeOver(job, term)), known(job, store.savepoints(job)), null, false));
    }

    /** All versions of a run. */
    Future<List<VersionId>> versions(JobId job) {
        return loop.blocking(() -> store.versions(job));
    }

    private static List<Manifest> known(String job, SnapshotStore.Manifests found) {
        found.damaged().forEach(damaged -> LOG.warn("job={} a stored checkpoint does not count: {}", job, damaged));
        return found.readable();
    }

    /**
     * Completes with what has become of the manifest, once that is certain; fails with {@link SupersededException} where only a
     * later leader can tell.
     */
    Future<CheckpointEvent> create(Manifest manifest, @Nullable String savepoint) {
        return loop.blocking(() -> created(manifest, savepoint)).recover(failure -> {
            if (failure instanceof SupersededException) {
                return Future.failedFuture(failure);
            }
            return failure instanceof CorruptSnapshotException
                    ? Future.succeededFuture(refused(manifest, notThere(failure)))
                    : takeBack(manifest, String.valueOf(failure.getMessage()));
        });
    }

    /** Who leads is asked behind the manifest: if it is told to be complete, every later leader has seen it. */
    private CheckpointEvent created(Manifest manifest, @Nullable String savepoint) throws SupersededException {
        for (StateVersion version : manifest.versions()) {
            store.requireThere(version);
        }
        if (!store.create(manifest)) {
            return refused(manifest, "there is a checkpoint of this number already");
        }
        reigning.require();
        return new CheckpointEvent.ManifestStored(manifest, savepoint == null ? null : refusal(manifest, savepoint));
    }

    private static String notThere(Throwable failure) {
        return failure.getMessage() + "; a worker has stored it and the leader does not see it whole: is checkpoint.dir"
                + " the same folder for all nodes?";
    }

    private static CheckpointEvent refused(Manifest manifest, String reason) {
        return new CheckpointEvent.ManifestRefused(manifest.checkpoint(), reason);
    }

    /** Why the checkpoint that is complete could not become a savepoint as well, or null if it did. */
    private @Nullable String refusal(Manifest manifest, String savepoint) {
        try {
            return store.create(manifest.named(savepoint)) ? null : "there is one of this name already";
        } catch (RuntimeException e) {
            return "the store failed: " + e.getMessage();
        }
    }

    /** A store that failed may have created the manifest: it counts as refused when it is gone for sure. */
    private Future<CheckpointEvent> takeBack(Manifest manifest, String reason) {
        return loop.blocking(() -> {
                    reigning.require();
                    return store.delete(manifest);
                })
                .map(deleted -> refused(manifest, "the store failed: " + reason))
                .recover(failure -> {
                    if (failure instanceof SupersededException) {
                        return Future.failedFuture(failure);
                    }
                    LOG.warn(
                            "job={} checkpoint={} the store failed and does not say if the manifest exists; asks again"
                                    + " cause=\"{}\"",
                            manifest.job(),
                            manifest.checkpoint(),
                            failure.toString());
                    return loop.pause(TAKE_BACK_AGAIN_MS).compose(over -> takeBack(manifest, reason));
                });
    }

    void delete(List<VersionId> versions) {
        run("delete versions " + versions, () -> {
            reigning.require();
            versions.forEach(store::delete);
        });
    }

    /** A manifest without versions would look like a checkpoint, so the versions stay if it does. */
    void delete(Manifest manifest, List<VersionId> versions) {
        deleteNow(manifest, versions)
                .onFailure(failure -> LOG.warn(
                        "job={} checkpoint={} cannot be deleted cause=\"{}\"",
                        manifest.job(),
                        manifest.checkpoint(),
                        failure.toString()));
    }

    /** Like {@link #delete(Manifest, List)}; completes when both are gone. */
    Future<Void> deleteNow(Manifest manifest, List<VersionId> versions) {
        return loop.doBlocking(() -> {
            reigning.require();
            store.delete(manifest);
            versions.forEach(store::delete);
        });
    }

    /** The deletion of a manifest may be under way, and fail: what it refers to stays until it is gone. */
    void sweep(JobId job, List<VersionId> kept) {
        run("sweep versions of " + job, () -> {
            reigning.require();
            SnapshotStore.Manifests checkpoints = store.checkpoints(job.name());
            SnapshotStore.Manifests savepoints = store.savepoints(job.name());
            if (checkpoints.damaged().isEmpty() && savepoints.damaged().isEmpty()) {
                Set<VersionId> keep = new LinkedHashSet<>(kept);
                Stream.concat(checkpoints.readable().stream(), savepoints.readable().stream())
                        .flatMap(manifest -> manifest.versions().stream())
                        .forEach(version -> keep.add(version.id()));
                store.versions(job).stream()
                        .filter(version -> !keep.contains(version))
                        .forEach(store::delete);
            }
        });
    }

    private void run(String what, Loop.BlockingWork work) {
        loop.doBlocking(work).onFailure(failure -> LOG.warn("cannot {} cause=\"{}\"", what, failure.toString()));
    }
}
