package io.kintsugi.core.snapshot;

import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A completed checkpoint: which version of each task belongs together. It is complete when it exists, and never changes.
 *
 * @param checkpoint number, rising over all runs of a job name
 * @param savepoint its name, or null for a checkpoint that the job's interval asked for
 * @param term of the leader that completed it
 * @param triggeredAtMs milliseconds since 1970
 * @param completedAtMs milliseconds since 1970
 * @param keyGroups of the job
 * @param versions of all tasks that had to acknowledge, by task
 * @param superstep what it stands behind in a job that iterates; null for a checkpoint
 */
public record Manifest(
        JobId job,
        long checkpoint,
        @Nullable String savepoint,
        Term term,
        long triggeredAtMs,
        long completedAtMs,
        int keyGroups,
        List<StateVersion> versions,
        @Nullable Superstep superstep) {
    /**
     * A superstep that is complete.
     *
     * @param iteration name of it
     * @param number from 1
     * @param value what its records measure together, see {@code Until}
     */
    public record Superstep(String iteration, int number, double value) {}

    public Manifest {
        versions = List.copyOf(versions);
    }

    /** The same checkpoint as a savepoint. */
    public Manifest named(String name) {
        return new Manifest(job, checkpoint, name, term, triggeredAtMs, completedAtMs, keyGroups, versions, superstep);
    }

    /** The same states for a run that begins with them: its account begins with nothing lost. */
    public Manifest withoutLosses() {
        List<StateVersion> states =
                versions.stream().map(StateVersion::withoutLosses).toList();
        return new Manifest(
                job, checkpoint, savepoint, term, triggeredAtMs, completedAtMs, keyGroups, states, superstep);
    }

    /** A checkpoint or a savepoint. */
    public Manifest(
            JobId job,
            long checkpoint,
            @Nullable String savepoint,
            Term term,
            long triggeredAtMs,
            long completedAtMs,
            int keyGroups,
            List<StateVersion> versions) {
        this(job, checkpoint, savepoint, term, triggeredAtMs, completedAtMs, keyGroups, versions, null);
    }

    public Optional<StateVersion> version(TaskId task) {
        return versions.stream().filter(version -> version.task().equals(task)).findFirst();
    }

    /** What its versions take together. */
    public long bytes() {
        return versions.stream().mapToLong(StateVersion::bytes).sum();
    }
}
