package io.kintsugi.testkit.simulation;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.LossEntry;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.LossSum;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.protocol.TaskStatus;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.snapshot.LossRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;

/**
 * Runs a job on a simulated cluster from a seed: the same seed takes the same course, event by event.
 *
 * <p>Checked after every event: a single live attempt of each task, none with the name of another one, rising
 * checkpoint numbers, and by the channels themselves the double entry of every record. Checked at the end: the job has
 * ended in time, what it has shown is exactly what it should, and no version is left behind that no manifest refers to.
 */
public final class Simulation {
    private static final int NUMBERS_PER_SOURCE = 150;
    private static final int FAULTS_MAX = 5;
    private static final long HORIZON_MS = 400;
    private static final long LIMIT_MS = 120_000;
    private static final int EVENTS_MAX = 5_000_000;

    private final long seed;
    private final FaultPlan faults;
    private final Ending ending;
    private final SimulatedCluster cluster;

    /** What must be true of a job that has finished; in words what is not. */
    private interface Ending {
        List<String> problems(SimulatedCluster cluster, boolean damaged);
    }

    private Simulation(long seed, Job job, FaultPlan faults, SimulatedCluster.Run which, Ending ending) {
        this.seed = seed;
        this.faults = faults;
        this.ending = ending;
        this.cluster = new SimulatedCluster(seed, job, faults, which);
    }

    /** A run whose faults the seed decides as well. */
    public static Simulation of(long seed) {
        return of(seed, faults(seed, new CountingJob(NUMBERS_PER_SOURCE).job()));
    }

    /** A run with faults of your own. */
    public static Simulation of(long seed, FaultPlan faults) {
        CountingJob job = new CountingJob(NUMBERS_PER_SOURCE);
        return new Simulation(
                seed,
                job.job(),
                faults,
                SimulatedCluster.Run.first(),
                (cluster, damaged) -> damaged ? job.lost() : job.problems());
    }

    /**
     * Two runs of a job, the second of which goes on where the first one was stopped with a savepoint; without damage on the disk.
     *
     * @param stopAtMs when the first one is asked to stop
     * @return what was wrong, with the story of the run in which it was; nothing if nothing was
     */
    public static List<String> stopped(long seed, long stopAtMs) {
        CountingJob job = new CountingJob(NUMBERS_PER_SOURCE);
        FaultPlan faults = faults(seed, job.job()).without(Fault.VersionIsDamaged.class);
        SimulatedCluster.Run first = SimulatedCluster.Run.first();
        Simulation stopped = new Simulation(seed, job.job(), faults, first, (cluster, damaged) -> job.openParts());
        stopped.cluster.agenda().inMs(stopAtMs, () -> stopped.cluster.stopWith("last"));
        List<String> problems = stopped.run();
        if (!problems.isEmpty() || stopped.state() == JobState.FINISHED) {
            return stopped.told(problems);
        }
        Simulation second =
                new Simulation(~seed, job.job(), faults, first.next(), (cluster, damaged) -> job.problems());
        return second.told(second.run());
    }

    private List<String> told(List<String> problems) {
        List<String> told = new ArrayList<>(problems);
        if (!told.isEmpty()) {
            told.add(story());
        }
        return told;
    }

    /** A run of a job whose tasks may restart alone: what it has lost must be what the account says. */
    public static Simulation approximate(long seed, Recovery recovery) {
        LossyJob job = new LossyJob(NUMBERS_PER_SOURCE, recovery);
        return approximate(seed, job, faults(seed, job.job()));
    }

    /** The same with a job of your own, without drained nodes: where tasks have moved to each other's slots there may be no room. */
    public static Simulation approximate(long seed, LossyJob job) {
        return approximate(seed, job, faults(seed, job.job()).without(Fault.NodeIsDrained.class));
    }

    /** The same in which workers die with all their tasks. */
    public static Simulation killed(long seed, LossyJob job) {
        List<TaskId> tasks = Plan.of(job.job().graph()).tasks();
        FaultPlan.Extent extent = new FaultPlan.Extent(FAULTS_MAX, HORIZON_MS / 2);
        return approximate(seed, job, FaultPlan.kills(new Random(~seed), tasks, SimulatedCluster.WORKERS, extent));
    }

    /** The same with faults of your own. */
    public static Simulation approximate(long seed, LossyJob job, FaultPlan faults) {
        return new Simulation(
                seed,
                job.job(),
                faults,
                SimulatedCluster.Run.first(),
                (cluster, damaged) -> accountProblems(job, cluster, damaged));
    }

    /** A run in which some of these tasks fail: what is late because of that must be what the account says. */
    public static Simulation late(long seed, LateJob job, List<TaskId> failing) {
        Random random = new Random(~seed);
        List<Fault> faults = new ArrayList<>();
        for (int i = 0; i < FAULTS_MAX; i++) {
            faults.add(
                    new Fault.TaskFails(random.nextLong(HORIZON_MS / 4), failing.get(random.nextInt(failing.size()))));
        }
        Ending ending =
                (cluster, damaged) -> job.problems(cluster.lastLeader().loss().total());
        Weather weather = random.nextBoolean() ? Weather.fair() : Weather.rough();
        return new Simulation(seed, job.job(), new FaultPlan(weather, faults), SimulatedCluster.Run.first(), ending);
    }

    private static FaultPlan faults(long seed, Job job) {
        List<TaskId> tasks = Plan.of(job.graph()).tasks();
        FaultPlan.Extent extent = new FaultPlan.Extent(FAULTS_MAX, HORIZON_MS);
        return FaultPlan.random(new Random(~seed), tasks, SimulatedCluster.WORKERS, extent);
    }

    /** The leader's account against the truth. */
    private static List<String> accountProblems(LossyJob job, SimulatedCluster cluster, boolean damaged) {
        List<LossRange> led = cluster.lastLeader().loss().entries().stream()
                .filter(entry -> entry.state() != LossEntry.State.REPAIRED)
                .map(LossEntry::range)
                .toList();
        // A sink that lost the state of a complete checkpoint has shown what that had prepared: it counts as lost and
        // is there.
        LossTotals after = ofEdges(led, edge -> edge == job.lastEdge());
        LossTotals before = ofEdges(led, edge -> edge < job.lastEdge());
        return job.problems(before, damaged ? after.atLeast(0) : after, damaged);
    }

    private static LossTotals ofEdges(List<LossRange> ranges, IntPredicate which) {
        return LossSum.of(ranges.stream()
                .filter(range -> which.test(range.channel().edge()))
                .toList());
    }

    /** Runs to the end of the job; returns everything that was wrong, in words, and nothing if nothing was. */
    public List<String> run() {
        int events = 0;
        try {
            while (!cluster.ended()
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
        JobState state = state();
        boolean damaged = faults.faults().stream().anyMatch(Fault.VersionIsDamaged.class::isInstance);
        if (damaged && state == JobState.FAILED) {
            return List.of(); // Nothing may have been left that could be read.
        }
        if (state != JobState.FINISHED && state != JobState.STOPPED) {
            return List.of("the job is " + state + " after " + cluster.agenda().nowMs() + " ms, failure "
                    + cluster.lastLeader().status().failure());
        }
        List<String> problems = new ArrayList<>(ending.problems(cluster, damaged));
        cluster.unreferenced()
                .forEach(version -> problems.add("nobody refers to version " + version + ", and it is there"));
        return problems;
    }

    private JobState state() {
        return cluster.lastLeader().status().state();
    }

    /** Completed checkpoints, to see that a run was one. */
    public long checkpoints() {
        return cluster.invariants().newestCompleted();
    }

    /** What the account of the last leader says. */
    public LossStatus losses() {
        return cluster.lastLeader().loss();
    }

    /** How often tasks have begun anew. */
    public int restarts() {
        return cluster.lastLeader().status().tasks().stream()
                .mapToInt(TaskStatus::restarts)
                .sum();
    }

    /** What happened, for the message of a test: the faults, and the last events. */
    public String story() {
        return "seed %d, %s%n%s".formatted(seed, faults, cluster.journal());
    }
}
