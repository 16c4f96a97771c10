package io.kintsugi.coordinator.checkpoint;

import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Every stored version that something refers to, and what does. A version may be deleted when nothing refers to it,
 * never before. It knows nothing of triggers and barriers: how a version came to be is told by the version itself.
 *
 * <pre>
 * stored ──hold──▶ held by pending #7 ──hold──▶ held by pending #7, checkpoint #7 ──release, release──▶ deletable
 *    └──nobody holds it: came late──────────────────────────────────────────────────────────────────────▶ deletable
 * </pre>
 *
 * Not for several threads.
 */
public final class StateLedger {
    private final Map<VersionId, Entry> entries = new LinkedHashMap<>();

    /** When a version was stored. */
    public enum Origin {
        BARRIER,
        BETWEEN_BARRIERS,
        END
    }

    /**
     * A version that is held.
     *
     * @param holders in the words of a log, in the order in which they came
     */
    public record Entry(StateVersion version, Origin origin, Set<String> holders) {}

    /** The ledger of all that these manifests refer to. */
    public static StateLedger of(List<Manifest> checkpoints, List<Manifest> savepoints) {
        StateLedger ledger = new StateLedger();
        checkpoints.forEach(manifest -> ledger.hold(Holder.checkpoint(manifest.checkpoint()), manifest.versions()));
        savepoints.forEach(
                manifest -> ledger.hold(Holder.savepoint(String.valueOf(manifest.savepoint())), manifest.versions()));
        return ledger;
    }

    /** From now on {@code holder} needs these versions, too. */
    void hold(Holder holder, Iterable<StateVersion> versions) {
        for (StateVersion version : versions) {
            entries.computeIfAbsent(version.id(), id -> new Entry(version, origin(version), new LinkedHashSet<>()))
                    .holders()
                    .add(holder.name());
        }
    }

    /** {@code holder} needs nothing any more; returns what nobody needs now. */
    List<VersionId> release(Holder holder) {
        List<VersionId> deletable = new ArrayList<>();
        Iterator<Entry> all = entries.values().iterator();
        while (all.hasNext()) {
            Entry entry = all.next();
            if (entry.holders().remove(holder.name()) && entry.holders().isEmpty()) {
                deletable.add(entry.version().id());
                all.remove();
            }
        }
        return deletable;
    }

    /** Forgets a savepoint of the job; returns what nobody needs now. */
    public List<VersionId> releaseSavepoint(String name) {
        return release(Holder.savepoint(name));
    }

    /** Forgets a checkpoint of the job; returns what nobody needs now. */
    public List<VersionId> releaseCheckpoint(long number) {
        return release(Holder.checkpoint(number));
    }

    /** Whether something refers to this version. */
    public boolean holds(VersionId version) {
        return entries.containsKey(version);
    }

    /** All that is held, in the order in which it was stored. */
    public List<Entry> entries() {
        return List.copyOf(entries.values());
    }

    /** The version of each task that was stored last, whatever its origin; by task. */
    public Map<TaskId, StateVersion> newest() {
        Map<TaskId, StateVersion> newest = new TreeMap<>();
        entries.values().forEach(entry -> newest.put(entry.version().task(), entry.version()));
        return newest;
    }

    private static Origin origin(StateVersion version) {
        if (version.ended()) {
            return Origin.END;
        }
        return version.checkpoint() == StateVersion.NO_CHECKPOINT ? Origin.BETWEEN_BARRIERS : Origin.BARRIER;
    }
}
