package io.kintsugi.coordinator.checkpoint;

import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The stored versions of a job and what they are held for: checkpoints, savepoints, the ends of tasks, the newest state of each
 * task. What nothing holds any more is ordered to be deleted.
 */
final class HeldVersions {
    private final CheckpointedJob job;
    private final StateLedger ledger;
    private final CheckpointShelf shelf;
    private final NewestVersions newest;
    private final Consumer<CheckpointCommand> out;
    /** Whether tasks restart alone, from their newest versions. */
    private final boolean approximate;

    private boolean closed;

    HeldVersions(CheckpointedJob job, Recovery recovery, Consumer<CheckpointCommand> out) {
        this.job = job;
        this.ledger = StateLedger.of(job.found().checkpoints(), job.found().savepoints());
        this.shelf = new CheckpointShelf(job);
        this.newest = new NewestVersions(ledger);
        this.out = out;
        this.approximate = recovery.strategy().isApproximate();
        Manifest start = job.found().restore();
        if (start != null) {
            ledger.hold(Holder.start(), start.versions());
        }
    }

    StateLedger ledger() {
        return ledger;
    }

    Optional<Manifest> restorable() {
        return shelf.restorable();
    }

    boolean isSpoilt() {
        return shelf.isSpoilt();
    }

    /** @param exact whether it goes back to a checkpoint with others, else to its newest state */
    List<StateVersion> statesFor(TaskId task, boolean exact) {
        return exact ? shelf.statesFor(task) : newest.of(task).map(List::of).orElseGet(() -> shelf.statesFor(task));
    }

    /** A pending checkpoint takes these. */
    void takeForPending(long checkpoint, Iterable<StateVersion> versions) {
        ledger.hold(Holder.pending(checkpoint), versions);
        versions.forEach(this::keepAsNewest);
    }

    void takeLastOf(TaskId task, StateVersion version) {
        ledger.hold(Holder.lastStateOf(task), List.of(version));
        keepAsNewest(version);
    }

    void takeBetweenBarriers(StateVersion version) {
        delete(newest.take(version));
        cameLate(version);
    }

    /** No checkpoint needs it any more; it may be the newest state of its task all the same. */
    void takeWithoutCheckpoint(StateVersion version) {
        keepAsNewest(version);
        cameLate(version);
    }

    /** Only tasks that restart alone go back to it: else nothing holds it, and it goes when the job ends. */
    void takeAsNewest(StateVersion version) {
        keepAsNewest(version);
    }

    private void keepAsNewest(StateVersion version) {
        if (approximate && !closed) {
            delete(newest.take(version));
        }
    }

    /** Deletes it, unless something holds it. */
    void cameLate(StateVersion version) {
        if (version.id().job().equals(job.id()) && !ledger.holds(version.id())) {
            delete(List.of(version.id()));
        }
    }

    /** A task begins anew after its end. */
    void forgetLastOf(TaskId task) {
        delete(ledger.release(Holder.lastStateOf(task)));
    }

    /** A task goes back behind its newest state. */
    void forgetNewestOf(TaskId task) {
        delete(newest.forget(task));
    }

    void forgetPending(long checkpoint) {
        delete(ledger.release(Holder.pending(checkpoint)));
    }

    void forgetSavepoint(String name) {
        delete(ledger.releaseSavepoint(name));
    }

    /** The job ends: of its versions only those of complete checkpoints are of use. */
    void close() {
        closed = true;
        job.participants().all().forEach(this::forgetLastOf);
        delete(newest.forgetAll());
    }

    /** Lets a manifest take over the versions of its pending checkpoint, and those go that nothing else needs. */
    void shelve(Manifest manifest, @Nullable String savepoint) {
        long number = manifest.checkpoint();
        ledger.hold(Holder.checkpoint(number), manifest.versions());
        if (savepoint != null) {
            ledger.hold(Holder.savepoint(savepoint), manifest.versions());
        }
        forgetPending(number);
        ledger.release(Holder.start());
        for (Manifest old : shelf.add(manifest)) {
            List<VersionId> unneeded = ledger.release(Holder.checkpoint(old.checkpoint()));
            out.accept(new CheckpointCommand.DeleteManifest(old, unneeded));
        }
    }

    void sweep() {
        List<VersionId> kept =
                ledger.entries().stream().map(entry -> entry.version().id()).toList();
        out.accept(new CheckpointCommand.Sweep(job.id(), kept));
    }

    void setAside(long checkpoint, String reason) {
        if (!shelf.setAside(checkpoint)) {
            return;
        }
        String next = restorable()
                .map(before -> "the job goes back to #%d, so what it has shown since may appear twice"
                        .formatted(before.checkpoint()))
                .orElse("there is none before it");
        out.accept(new CheckpointCommand.Warn(
                "checkpoint #%d cannot be read and is set aside (%s); %s".formatted(checkpoint, reason, next)));
    }

    /** Sets aside a version that a single task was to begin with, and the checkpoints that refer to it. */
    void setAside(VersionId version, String reason) {
        TaskId task = version.attempt().task();
        if (newest.of(task).filter(held -> held.id().equals(version)).isPresent()) {
            forgetNewestOf(task);
            out.accept(new CheckpointCommand.Warn(
                    "state %s cannot be read (%s); task %s goes back to its newest complete one"
                            .formatted(version, reason, task)));
        }
        shelf.holding(version).forEach(checkpoint -> setAside(checkpoint, reason));
    }

    private void delete(List<VersionId> versions) {
        if (!versions.isEmpty()) {
            out.accept(new CheckpointCommand.DeleteVersions(versions));
        }
    }
}
