package io.kintsugi.coordinator.checkpoint;

import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.graph.PlanIteration;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.SuperstepStatus;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The iterations of one job, and the states that are kept for them: those of the last superstep that is complete, and of
 * the one before until the store knows of it.
 *
 * <pre>
 * stored by a task ──superstep complete──▶ in its manifest ──manifest of the next one stored──▶ deletable
 *      └──another attempt has stored──▶ deletable
 * </pre>
 *
 * Not for several threads.
 */
public final class Supersteps {
    private final Job job;
    private final StateLedger ledger = new StateLedger();
    private final Map<String, IterationRun> runs = new LinkedHashMap<>();
    /** Manifests that are there or about to be, oldest first. */
    private final List<Manifest> manifests = new ArrayList<>();

    private List<SuperstepStatus> last = List.of();
    private long number;

    /**
     * Whose iterations they are.
     *
     * @param term of the leader
     * @param found what the store holds under the job's name
     */
    public record Job(JobId id, Term term, Plan plan, StoredCheckpoints found) {}

    /** Whether a task is to read from one that comes before it in the plan. */
    public enum Need {
        READS,
        /** It has what it needs of it. */
        NO_MORE,
        /** The other works for other tasks as yet. */
        NOT_YET
    }

    /**
     * A superstep has become complete.
     *
     * @param over whether it was the last one
     * @param next the tasks that begin anew
     */
    public record Completed(Manifest manifest, Manifest.Superstep superstep, boolean over, List<TaskId> next) {}

    /** What nobody needs any more. */
    public record Unneeded(Optional<Manifest> manifest, List<VersionId> versions) {}

    public Supersteps(Job job) {
        this.job = job;
        this.number = job.found().newestNumber();
        for (PlanIteration iteration : job.plan().iterations()) {
            runs.put(iteration.name(), new IterationRun(job.plan(), iteration));
        }
        job.found().checkpoints().forEach(this::goOnBehind);
    }

    private void goOnBehind(Manifest manifest) {
        Manifest.Superstep superstep = manifest.superstep();
        if (superstep != null && manifest.job().equals(job.id())) {
            run(superstep.iteration()).goOnBehind(manifest, superstep);
            keep(manifest, superstep);
        }
    }

    private void keep(Manifest manifest, Manifest.Superstep superstep) {
        manifests.add(manifest);
        ledger.hold(Holder.superstep(superstep.iteration(), superstep.number()), manifest.versions());
    }

    private IterationRun run(String name) {
        IterationRun run = runs.get(name);
        if (run == null) {
            throw new IllegalArgumentException(
                    "job %s has no iteration '%s'; there are %s".formatted(job.id(), name, runs.keySet()));
        }
        return run;
    }

    private Optional<IterationRun> of(TaskId task) {
        return runs.values().stream()
                .filter(run -> run.iteration().contains(task.vertex()))
                .findFirst();
    }

    /** Whether the job has iterations. */
    public boolean areThere() {
        return !runs.isEmpty();
    }

    /** Whether a task belongs to an iteration. */
    public boolean contain(TaskId task) {
        return of(task).isPresent();
    }

    /** Whether a task does not run any more, since its iteration is over and its end has the records. */
    public boolean areOver(TaskId task) {
        return of(task).filter(run ->
                        run.isOver() && !task.vertex().equals(run.iteration().end()))
                .isPresent();
    }

    /** @param producer at the other end of a channel of the consumer */
    public Need need(TaskId consumer, TaskId producer) {
        return runs.values().stream()
                .map(run -> run.need(consumer, producer))
                .filter(need -> need != Need.READS)
                .findFirst()
                .orElse(Need.READS);
    }

    /** Whether a task reads from the producer again in the next superstep, if there is one. */
    public boolean readsAgain(TaskId consumer, TaskId producer) {
        return runs.values().stream().anyMatch(run -> run.readsAgain(consumer, producer));
    }

    /** What an attempt that begins now begins with; nothing for a task outside of iterations. */
    public RestorePoint begins(TaskId task) {
        return of(task).map(run -> run.begins(task)).orElseGet(RestorePoint::empty);
    }

    /** A current attempt has stored its state; returns what nobody needs any more. */
    public List<VersionId> stored(StateVersion version, double measure) {
        IterationRun run = of(version.task())
                .orElseThrow(() -> new IllegalArgumentException("task " + version.task() + " is in no iteration"));
        Optional<StateVersion> before = run.take(version, measure);
        Holder pending = pending(run);
        List<VersionId> unneeded = before.isPresent() ? ledger.release(pending) : List.of();
        ledger.hold(pending, run.pending());
        return unneeded.stream().filter(id -> !ledger.holds(id)).toList();
    }

    private static Holder pending(IterationRun run) {
        return Holder.superstep(run.iteration().name(), run.done() + 1);
    }

    /**
     * Goes on to the next superstep where the one of now is complete.
     *
     * @param finished gives the attempt of a task that has finished
     * @param nowMs milliseconds since 1970
     */
    public List<Completed> advance(Function<TaskId, Optional<AttemptId>> finished, long nowMs) {
        List<Completed> completed = new ArrayList<>();
        for (IterationRun run : runs.values()) {
            if (run.advance(finished)) {
                Manifest.Superstep superstep =
                        new Manifest.Superstep(run.iteration().name(), run.done(), run.value());
                Manifest manifest = new Manifest(
                        job.id(),
                        ++number,
                        null,
                        job.term(),
                        nowMs,
                        nowMs,
                        job.plan().keyGroups(),
                        run.versions(),
                        superstep);
                keep(manifest, superstep);
                completed.add(new Completed(manifest, superstep, run.isOver(), run.tasksToBegin()));
            }
        }
        return completed;
    }

    /** The manifest is there for good: those before it are of no use. */
    public List<Unneeded> manifestStored(Manifest manifest) {
        Manifest.Superstep newest = manifest.superstep();
        List<Unneeded> unneeded = new ArrayList<>();
        Iterator<Manifest> all = manifests.iterator();
        while (newest != null && all.hasNext()) {
            Manifest old = all.next();
            Manifest.Superstep superstep = old.superstep();
            if (superstep != null
                    && superstep.iteration().equals(newest.iteration())
                    && superstep.number() < newest.number()) {
                all.remove();
                unneeded.add(new Unneeded(
                        Optional.of(old), ledger.release(Holder.superstep(superstep.iteration(), superstep.number()))));
            }
        }
        return unneeded;
    }

    /** The superstep of a manifest that could not be stored, if it is one of these: its states are kept all the same. */
    public Optional<Manifest.Superstep> refused(long manifest) {
        return manifests.stream()
                .filter(one -> one.checkpoint() == manifest)
                .findFirst()
                .map(Manifest::superstep);
    }

    /** Where the iterations are, or were when the job ended. */
    public List<SuperstepStatus> statuses() {
        return runs.isEmpty()
                ? last
                : runs.values().stream().map(IterationRun::status).toList();
    }

    /** The job has ended: nothing of it is needed. */
    public List<Unneeded> end() {
        last = statuses();
        List<Unneeded> unneeded = new ArrayList<>();
        manifests.forEach(manifest -> unneeded.add(new Unneeded(
                Optional.of(manifest),
                manifest.versions().stream().map(StateVersion::id).toList())));
        manifests.clear();
        for (IterationRun run : runs.values()) {
            unneeded.add(new Unneeded(
                    Optional.empty(),
                    run.pending().stream().map(StateVersion::id).toList()));
        }
        runs.clear();
        return unneeded;
    }
}
