package io.kintsugi.coordinator.checkpoint;

import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The completed checkpoints that exist: the newest are kept, and the newest that can be read is what a job goes back to. */
final class CheckpointShelf {
    private final CheckpointedJob job;
    private final List<Manifest> oldestFirst;
    private final TreeSet<Long> unreadable = new TreeSet<>();
    /** What the job was started from, without the losses of that run: they stand in its account, and not in that of this run. */
    private final Optional<Manifest> start;

    CheckpointShelf(CheckpointedJob job) {
        this.job = job;
        this.start = Optional.ofNullable(job.found().restore()).map(Manifest::withoutLosses);
        this.oldestFirst = new ArrayList<>(job.found().checkpoints());
    }

    /** Takes a new one, and returns those that are too many now, oldest first. One that cannot be read does not count. */
    List<Manifest> add(Manifest newest) {
        oldestFirst.add(newest);
        List<Manifest> tooMany = new ArrayList<>();
        while (readable() > job.retainedMax()) {
            tooMany.add(oldestFirst.remove(0));
        }
        return tooMany;
    }

    private long readable() {
        return oldestFirst.stream()
                .filter(manifest -> !unreadable.contains(manifest.checkpoint()))
                .count();
    }

    /** The checkpoints that a version belongs to, oldest first; also what the job was started from. */
    List<Long> holding(VersionId version) {
        return Stream.concat(Stream.ofNullable(job.found().restore()), oldestFirst.stream())
                .filter(manifest ->
                        manifest.versions().stream().anyMatch(held -> held.id().equals(version)))
                .map(Manifest::checkpoint)
                .distinct()
                .toList();
    }

    /** False if it was set aside before. */
    boolean setAside(long checkpoint) {
        return unreadable.add(checkpoint);
    }

    /**
     * What the job goes back to after a failure: the newest checkpoint of its run that can be read, or what it was started
     * from as long as it has completed none. Empty for a job that begins anew, and for one that {@link #isSpoilt}.
     */
    Optional<Manifest> restorable() {
        List<Manifest> own = oldestFirst.stream()
                .filter(manifest -> manifest.job().equals(job.id()))
                .toList();
        Stream<Manifest> candidates = own.isEmpty() ? start.stream() : own.stream();
        return candidates
                .filter(manifest -> !unreadable.contains(manifest.checkpoint()))
                .reduce((older, newer) -> newer);
    }

    /**
     * The state of a task in what is {@link #restorable}; of all subtasks where there was another number of them, and where
     * they share some of it.
     */
    List<StateVersion> statesFor(TaskId task) {
        boolean own = !job.participants().shareState(task.vertex());
        return restorable()
                .map(from -> own && from.job().equals(job.id()) ? own(from, task) : started(from, task))
                .orElse(List.of());
    }

    private static List<StateVersion> own(Manifest from, TaskId task) {
        return from.version(task).stream().toList();
    }

    private List<StateVersion> started(Manifest from, TaskId task) {
        int keepers = job.participants().keepers(task.vertex());
        if (keepers == 0) {
            return List.of();
        }
        List<StateVersion> ofVertex = from.versions().stream()
                .filter(version -> version.task().vertex().equals(task.vertex()))
                .toList();
        return ofVertex.size() == keepers && !job.participants().shareState(task.vertex()) ? own(from, task) : ofVertex;
    }

    /** Whether the job has state to go back to, and none of it can be read. */
    boolean isSpoilt() {
        return !unreadable.isEmpty() && restorable().isEmpty();
    }
}
