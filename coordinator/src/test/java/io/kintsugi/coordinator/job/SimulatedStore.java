package io.kintsugi.coordinator.job;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What simulated workers and their leader have stored; checks that nothing incomplete counts and nothing needed goes. */
final class SimulatedStore {
    private static final List<String> ACKNOWLEDGING = List.of("read[0]", "read[1]", "write[0]");

    private final Consumer<String> problems;
    private final Map<VersionId, StateVersion> versions = new LinkedHashMap<>();
    private final TreeMap<Long, Manifest> manifests = new TreeMap<>();
    private final List<Manifest> ordered = new ArrayList<>();
    private final Set<Long> damaged = new TreeSet<>();
    private long newest;
    private long committed;
    private long number;

    SimulatedStore(Consumer<String> problems) {
        this.problems = problems;
    }

    StateVersion write(AttemptId attempt, long checkpoint, boolean ended) {
        VersionId id = new VersionId(Stories.JOB, attempt, ++number);
        StateVersion version = new StateVersion(id, checkpoint, ended, 1, 0, List.of(), List.of());
        versions.put(id, version);
        return version;
    }

    /** The leader wants this manifest, sooner or later. */
    void order(Manifest manifest) {
        ordered.add(manifest);
        check(manifest.checkpoint() > newest, "manifest #" + manifest.checkpoint() + " after #" + newest);
        newest = manifest.checkpoint();
        List<String> tasks = manifest.versions().stream()
                .map(version -> version.task().toString())
                .toList();
        check(tasks.containsAll(ACKNOWLEDGING), "#" + manifest.checkpoint() + " has only " + tasks);
        check(
                manifest.versions().stream()
                        .allMatch(version -> version.ended() || version.checkpoint() == manifest.checkpoint()),
                "#" + manifest.checkpoint() + " has versions of another: " + manifest.versions());
    }

    void create(Manifest manifest) {
        ordered.remove(manifest);
        check(
                manifest.versions().stream().allMatch(version -> versions.containsKey(version.id())),
                "#" + manifest.checkpoint() + " refers to deleted versions");
        manifests.put(manifest.checkpoint(), manifest);
    }

    void refuse(Manifest manifest) {
        ordered.remove(manifest);
    }

    void delete(Manifest manifest) {
        manifests.remove(manifest.checkpoint());
    }

    void delete(List<VersionId> those) {
        for (VersionId id : those) {
            check(!needed().contains(id), "deleted although it is needed: " + id);
            versions.remove(id);
        }
    }

    void sweep(List<VersionId> kept) {
        Set<VersionId> needed = needed();
        delete(versions.keySet().stream()
                .filter(id -> !kept.contains(id) && !needed.contains(id))
                .toList());
    }

    private Set<VersionId> needed() {
        Set<VersionId> needed = new LinkedHashSet<>();
        Stream.concat(manifests.values().stream(), ordered.stream())
                .flatMap(manifest -> manifest.versions().stream())
                .forEach(version -> needed.add(version.id()));
        return needed;
    }

    /** A sink shows what was prepared up to this checkpoint. */
    void commit(long checkpoint) {
        committed = Math.max(committed, checkpoint);
        check(newest >= checkpoint, "#" + checkpoint + " was announced and has no manifest");
    }

    /**
     * A task begins with these: all of the newest checkpoint that is not known to be damaged, so of none that is older than
     * what sinks have shown.
     */
    void restore(AttemptId attempt, List<StateVersion> from, boolean exact) {
        for (StateVersion version : from) {
            check(versions.containsKey(version.id()), "restored from a deleted version: " + version);
            check(!exact || isNewest(version), "not restored from the newest checkpoint: " + version);
            check(exact || isNotOlder(version), "an older state than that of the newest checkpoint: " + version);
        }
        boolean keepsState = ACKNOWLEDGING.contains(attempt.task().toString());
        check(
                !keepsState || !from.isEmpty() || committed == 0,
                "#" + committed + " was shown, and " + attempt + " begins with nothing");
    }

    private boolean isNewest(StateVersion version) {
        for (Manifest manifest : manifests.descendingMap().values()) {
            if (manifest.versions().contains(version)) {
                return true;
            }
            if (!damaged.contains(manifest.checkpoint())) {
                return false;
            }
        }
        return false;
    }

    private boolean isNotOlder(StateVersion version) {
        for (Manifest manifest : manifests.descendingMap().values()) {
            if (!damaged.contains(manifest.checkpoint())) {
                return manifest.version(version.task())
                        .filter(known -> age(known.id()) > age(version.id()))
                        .isEmpty();
            }
        }
        return true;
    }

    private static long age(VersionId id) {
        return id.attempt().number() * 1_000_000L + id.number();
    }

    /** The checkpoint that a version is restored from cannot be read. */
    void damage(StateVersion version) {
        manifests.values().stream()
                .filter(manifest -> manifest.versions().contains(version))
                .forEach(manifest -> damaged.add(manifest.checkpoint()));
    }

    boolean exists(long checkpoint) {
        return manifests.containsKey(checkpoint);
    }

    /** Versions that nothing refers to. */
    Set<VersionId> leaked() {
        Set<VersionId> leaked = new LinkedHashSet<>(versions.keySet());
        leaked.removeAll(needed());
        return leaked;
    }

    private void check(boolean holds, String otherwise) {
        if (!holds) {
            problems.accept(otherwise);
        }
    }
}
