package io.kintsugi.coordinator.checkpoint;

import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The newest version of each task, whatever it was stored for: where a task restarts alone, it goes back to this. One a
 * task is held, until a newer one is there.
 */
final class NewestVersions {
    private static final Comparator<VersionId> BY_AGE =
            Comparator.comparingInt((VersionId id) -> id.attempt().number()).thenComparingLong(VersionId::number);

    private final StateLedger ledger;
    private final Map<TaskId, StateVersion> newest = new TreeMap<>();

    NewestVersions(StateLedger ledger) {
        this.ledger = ledger;
    }

    Optional<StateVersion> of(TaskId task) {
        return Optional.ofNullable(newest.get(task));
    }

    /** Takes the place of an older one; returns what nobody needs now. */
    List<VersionId> take(StateVersion version) {
        TaskId task = version.task();
        StateVersion before = newest.get(task);
        if (before != null && BY_AGE.compare(before.id(), version.id()) >= 0) {
            return List.of();
        }
        List<VersionId> unneeded = ledger.release(Holder.newestOf(task));
        newest.put(task, version);
        ledger.hold(Holder.newestOf(task), List.of(version));
        return unneeded;
    }

    /** Forgets that of a task: it goes back behind it, or it cannot be read; returns what nobody needs now. */
    List<VersionId> forget(TaskId task) {
        newest.remove(task);
        return ledger.release(Holder.newestOf(task));
    }

    /** Returns what nobody needs now. */
    List<VersionId> forgetAll() {
        List<VersionId> unneeded = new ArrayList<>();
        List.copyOf(newest.keySet()).forEach(task -> unneeded.addAll(forget(task)));
        return unneeded;
    }
}
