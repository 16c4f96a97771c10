package io.kintsugi.testkit.simulation;

import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Runs a job on a simulated cluster from a seed: the same seed takes the same course, event by event.
 *
 * <p>Checked after every event: a single live attempt of each task, rising checkpoint numbers, and by the channels
 * themselves the double entry of every record. Checked at the end: the job has ended in time, what it has shown is
 * exactly what it should, and no version is left behind that no manifest refers to.
 */
public final class Simulation {
    private static final int NUMBERS_PER_SOURCE = 150;
    private static final int FAULTS_MAX = 5;
    private static final long HORIZON_MS = 400;
    private static final long LIMIT_MS = 120_000;
    private static final int EVENTS_MAX = 5_000_000;

    private final long seed;
    private final FaultPlan faults;
    private final CountingJob job;
    private final SimulatedCluster cluster;

    private Simulation(long seed, CountingJob job, FaultPlan faults) {
        this.seed = seed;
        this.faults = faults;
        this.job = job;
        this.cluster = new SimulatedCluster(seed, job.job(), faults);
    }

    /** A run whose faults the seed decides as well. */
    public static Simulation of(long seed) {
        CountingJob job = new CountingJob(NUMBERS_PER_SOURCE);
        List<TaskId> tasks = Plan.of(job.job().graph()).tasks();
        FaultPlan.Extent extent = new FaultPlan.Extent(FAULTS_MAX, HORIZON_MS);
        return of(seed, FaultPlan.random(new Random(~seed), tasks, SimulatedCluster.WORKERS, extent));
    }

    /** A run with faults of your own. */
    public static Simulation of(long seed, FaultPlan faults) {
        return new Simulation(seed, new CountingJob(NUMBERS_PER_SOURCE), faults);
    }

    /** Runs to the end of the job; returns everything that was wrong, in words, and nothing if nothing was. */
    public List<String> run() {
        int events = 0;
        try {
            while (!cluster.leader().ended()
                    && cluster.agenda().nowMs() < LIMIT_MS
                    && events++ < EVENTS_MAX
                    && cluster.agenda().next()) {
                // Each event is its own work.
            }
            letGo();
        } catch (RuntimeException bug) {
            cluster.invariants().require(false, "the engine broke: " + bug + ", because of " + bug.getCause());
        }
        List<String> problems = new ArrayList<>(cluster.invariants().problems());
        problems.addAll(atTheEnd());
        return problems;
    }

    /** What was under way when the job ended, such as deletions. */
    private void letGo() {
        long untilMs = cluster.agenda().nowMs() + 1_000;
        while (cluster.agenda().nowMs() < untilMs && cluster.agenda().next()) {
            // Each event is its own work.
        }
    }

    private List<String> atTheEnd() {
        JobState state = cluster.leader().status().state();
        boolean damaged = faults.faults().stream().anyMatch(Fault.VersionIsDamaged.class::isInstance);
        if (damaged && state == JobState.FAILED) {
            return List.of(); // Nothing may have been left that could be read.
        }
        if (state != JobState.FINISHED) {
            return List.of("the job is " + state + " after " + cluster.agenda().nowMs() + " ms, failure "
                    + cluster.leader().status().failure());
        }
        List<String> problems = new ArrayList<>(damaged ? job.lost() : job.problems());
        cluster.unreferenced()
                .forEach(version -> problems.add("nobody refers to version " + version + ", and it is there"));
        return problems;
    }

    /** Completed checkpoints, to see that a run was one. */
    public long checkpoints() {
        return cluster.invariants().newestCompleted();
    }

    /** What happened, for the message of a test: the faults, and the last events. */
    public String story() {
        return "seed %d, %s%n%s".formatted(seed, faults, cluster.journal());
    }
}
