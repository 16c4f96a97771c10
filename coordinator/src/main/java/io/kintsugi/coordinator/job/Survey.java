package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.schedule.Placement;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.model.Words;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobInventory;
import io.kintsugi.core.protocol.TaskInventory;
import io.kintsugi.core.protocol.TaskInventory.Standing;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.core.snapshot.VersionId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What all workers in view have of a job, brought together by a leader that has never heard of it. Of each task the newest
 * attempt counts that anybody has seen; where only its neighbours have, or its stored states, it is missing.
 */
public final class Survey {
    /** Where a task is that no worker in view has. */
    static final NodeId NOWHERE = new NodeId("nowhere", "0");

    /**
     * A barrier that only tasks without memory of it have seen has a number this far above those known, at most: each number is
     * told to all workers when it is completed or discarded.
     */
    private static final int UNSEEN_CHECKPOINTS_MAX = 100;

    /**
     * How many numbers of attempts a leader has for itself: those of a later one begin above, also above what another leader, who may
     * not know yet that it is replaced, goes on to begin. A task that is connected knows the other end by its number, and would go on
     * in the middle with another one that is called the same.
     */
    private static final int ATTEMPTS_OF_A_TERM = 1_000;

    private final Plan plan;
    private final List<Answer> answers;
    private final Term term;
    private final Map<TaskId, Integer> newest = new TreeMap<>();

    private final Map<TaskId, Found> found = new TreeMap<>();
    private final Map<TaskId, FoundSpare> spares = new TreeMap<>();
    private final List<Leftover> leftovers = new ArrayList<>();

    /** What one worker says. */
    public record Answer(NodeId worker, JobInventory job) {}

    /**
     * The newest attempt of a task.
     *
     * @param worker that has it, or {@link #NOWHERE}
     * @param losses of all attempts, as far as they count
     */
    record Found(AttemptId attempt, NodeId worker, TaskInventory inventory, TaskInventory.Losses losses) {
        boolean isMissing() {
            return worker.equals(NOWHERE);
        }
    }

    record FoundSpare(NodeId worker, JobInventory.Spare spare) {}

    /** An attempt that runs although there was a newer one. */
    record Leftover(NodeId worker, AttemptId attempt) {}

    /**
     * @param stored versions of the run that are in the store, since their attempts must not begin again
     * @param term of the leader
     */
    public Survey(Plan plan, List<Answer> answers, Collection<VersionId> stored, Term term) {
        this.plan = plan;
        this.answers = List.copyOf(answers);
        this.term = term;
        stored.forEach(version -> saw(version.attempt()));
        answers.forEach(answer -> look(answer.job()));
        plan.tasks().forEach(task -> found.put(task, find(task)));
        answers.forEach(this::leftovers);
        answers.forEach(answer -> answer.job().spares().forEach(spare -> stands(answer.worker(), spare)));
    }

    private void saw(AttemptId attempt) {
        newest.merge(attempt.task(), attempt.number(), Math::max);
    }

    private void look(JobInventory job) {
        job.tasks().forEach(task -> saw(task.attempt()));
        job.seen().forEach(this::saw);
        job.spares().forEach(spare -> saw(spare.attempt()));
        job.peers()
                .forEach(peer -> saw(new AttemptId(
                        peer.producer() ? plan.producer(peer.channel()) : plan.consumer(peer.channel()),
                        peer.attempt())));
    }

    private Found find(TaskId task) {
        AttemptId attempt = new AttemptId(task, newest(task));
        TaskInventory.Losses losses = losses(task);
        for (Answer answer : answers) {
            for (TaskInventory known : answer.job().tasks()) {
                if (known.attempt().equals(attempt)) {
                    return new Found(attempt, answer.worker(), known, losses);
                }
            }
        }
        Failure missing = new Failure("TaskMissing", "no worker in view has it", "");
        TaskInventory gone =
                new TaskInventory(attempt, Standing.FAILED, null, null, losses, ChannelPositions.none(), missing);
        return new Found(attempt, NOWHERE, gone, losses);
    }

    /** Whether anybody has heard of an attempt of it. */
    boolean isSeen(TaskId task) {
        return newest.containsKey(task);
    }

    /** The newest attempt that was seen, from 1. */
    int newest(TaskId task) {
        return newest.getOrDefault(task, 1);
    }

    /** Attempts that this leader begins have numbers above this one, and no other leader's have. */
    int numberedAbove(TaskId task) {
        // In a stream all have begun, whether anybody knows or not.
        int begun = isSeen(task) || !plan.isBatch() ? newest(task) : 0;
        // Where its own numbers are used up, another leader may go on in the next ones.
        int next = (begun + ATTEMPTS_OF_A_TERM / 2) / ATTEMPTS_OF_A_TERM + 1;
        long block = Math.max(term.value(), next);
        return Math.toIntExact(block * ATTEMPTS_OF_A_TERM) + begun % ATTEMPTS_OF_A_TERM;
    }

    /** So many attempts have begun before this one, at least: whatever the leader, the last digits count on. */
    static int begunBefore(AttemptId attempt) {
        return Math.max(0, attempt.number() % ATTEMPTS_OF_A_TERM - 1);
    }

    private TaskInventory.Losses losses(TaskId task) {
        int countsFrom = 1;
        List<TaskInventory> all = new ArrayList<>();
        for (Answer answer : answers) {
            for (TaskInventory known : answer.job().tasks()) {
                if (known.attempt().task().equals(task)) {
                    countsFrom = Math.max(countsFrom, known.losses().countsFrom());
                    all.add(known);
                }
            }
        }
        List<LossRange> ranges = new ArrayList<>();
        for (TaskInventory known : all) {
            if (known.attempt().number() >= countsFrom) {
                ranges.addAll(known.losses().ranges());
            }
        }
        return new TaskInventory.Losses(countsFrom, ranges);
    }

    private void leftovers(Answer answer) {
        for (TaskInventory known : answer.job().tasks()) {
            Found counts = found.get(known.attempt().task());
            if (known.standing().isLive()
                    && (counts == null || !counts.inventory().equals(known))) {
                leftovers.add(new Leftover(answer.worker(), known.attempt()));
            }
        }
    }

    private void stands(NodeId worker, JobInventory.Spare spare) {
        TaskId place = spare.attempt().task();
        if (spare.attempt().number() == newest(place) && !spares.containsKey(place)) {
            spares.put(place, new FoundSpare(worker, spare));
        } else {
            leftovers.add(new Leftover(worker, spare.attempt()));
        }
    }

    Found of(TaskId task) {
        Found one = found.get(task);
        if (one == null) {
            throw new IllegalArgumentException("no task " + task + " in the plan");
        }
        return one;
    }

    Collection<Found> all() {
        return found.values();
    }

    Collection<FoundSpare> spares() {
        return spares.values();
    }

    List<Leftover> leftovers() {
        return leftovers;
    }

    /** Whether nothing of the job has begun to work and nothing has failed, as far as anybody knows. */
    boolean isUnbegun() {
        return found.values().stream()
                .filter(one -> !one.isMissing())
                .map(one -> one.inventory().standing())
                .allMatch(standing -> standing == Standing.DEPLOYING
                        || standing == Standing.DEPLOYED
                        || standing == Standing.CANCELING
                        || standing == Standing.GONE);
    }

    /** Numbers of checkpoints up to this one may have been given. */
    long newestCheckpoint() {
        long heardOf = answers.stream()
                .mapToLong(answer -> answer.job().newestCheckpoint())
                .max()
                .orElse(0);
        boolean allSources = plan.tasks().stream()
                .filter(task -> plan.vertex(task).head().isSource())
                .noneMatch(task -> of(task).isMissing());
        return allSources ? heardOf : heardOf + UNSEEN_CHECKPOINTS_MAX;
    }

    /** The slots that the job holds: as few as its tasks need where they are, and one for each that is missing beside others. */
    public Placement placement() {
        Map<TaskId, NodeId> workers = new TreeMap<>();
        found.values().forEach(one -> workers.put(one.attempt().task(), one.worker()));
        Placement placement = Placement.around(workers);
        for (FoundSpare one : spares.values()) {
            placement = placement.with(one.spare().attempt().task(), one.worker());
        }
        return placement;
    }

    /** How many slots a job needs on a worker that says this. */
    public static int slots(JobInventory job) {
        Map<TaskId, NodeId> here = new TreeMap<>();
        job.tasks().stream()
                .filter(task -> task.standing().isLive())
                .forEach(task -> here.put(task.attempt().task(), NOWHERE));
        return Placement.around(here).slots().size() + job.spares().size();
    }

    /** In words, for a log. */
    public String describe() {
        long missing = found.values().stream().filter(Found::isMissing).count();
        long live = found.values().stream()
                .filter(one -> one.inventory().standing().isLive())
                .count();
        return "%d of %s %s, %d missing"
                .formatted(live, Words.count(found.size(), "task"), Words.verb(live, "lives", "live"), missing);
    }
}
