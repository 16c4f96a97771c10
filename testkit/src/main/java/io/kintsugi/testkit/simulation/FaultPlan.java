package io.kintsugi.testkit.simulation;

import io.kintsugi.core.model.TaskId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;

/** All that goes wrong in one run. */
public record FaultPlan(Weather weather, List<Fault> faults) {
    private static final int KINDS = 10;

    public FaultPlan {
        faults = faults.stream().sorted(Comparator.comparingLong(Fault::atMs)).toList();
    }

    /** Nothing goes wrong. */
    public static FaultPlan none() {
        return new FaultPlan(Weather.fair(), List.of());
    }

    /** The same without faults of a kind. */
    FaultPlan without(Class<? extends Fault> kind) {
        return new FaultPlan(
                weather,
                faults.stream().filter(fault -> !kind.isInstance(fault)).toList());
    }

    /**
     * Up to {@code most} faults within the first {@code horizonMs}, of kinds, times and places that {@code random} decides.
     *
     * @param tasks those that may fail
     * @param workers their number
     */
    public static FaultPlan random(RandomGenerator random, List<TaskId> tasks, int workers, Extent extent) {
        List<Fault> faults = new ArrayList<>();
        int count = random.nextInt(extent.most() + 1);
        for (int i = 0; i < count; i++) {
            faults.add(fault(random, tasks, workers, extent.horizonMs()));
        }
        return new FaultPlan(random.nextBoolean() ? Weather.fair() : Weather.rough(), faults);
    }

    /** Each worker is drained and started anew, one after the other or at the same time, and nothing else goes wrong. */
    static FaultPlan rollingRestart(RandomGenerator random, long horizonMs) {
        List<Fault> faults = new ArrayList<>();
        for (int worker = 0; worker < SimulatedCluster.WORKERS; worker++) {
            faults.add(new Fault.NodeIsDrained(random.nextLong(horizonMs), worker, random.nextLong(50)));
        }
        return new FaultPlan(random.nextBoolean() ? Weather.fair() : Weather.rough(), faults);
    }

    /** One to three workers die, one after the other or at the same time, and some tasks fail. */
    static FaultPlan kills(RandomGenerator random, List<TaskId> tasks, int workers, Extent extent) {
        List<Fault> faults = new ArrayList<>();
        int kills = 1 + random.nextInt(3);
        for (int i = 0; i < kills; i++) {
            faults.add(new Fault.WorkerDies(
                    random.nextLong(extent.horizonMs()), random.nextInt(workers), 1 + random.nextLong(400)));
        }
        int fails = random.nextInt(extent.most());
        for (int i = 0; i < fails; i++) {
            faults.add(
                    new Fault.TaskFails(random.nextLong(extent.horizonMs()), tasks.get(random.nextInt(tasks.size()))));
        }
        return new FaultPlan(random.nextBoolean() ? Weather.fair() : Weather.rough(), faults);
    }

    /** How many faults there may be, and until when. */
    public record Extent(int most, long horizonMs) {}

    private static Fault fault(RandomGenerator random, List<TaskId> tasks, int workers, long horizonMs) {
        long atMs = random.nextLong(horizonMs);
        TaskId task = tasks.get(random.nextInt(tasks.size()));
        int worker = random.nextInt(workers);
        long forMs = 1 + random.nextLong(400);
        return switch (random.nextInt(KINDS)) {
            case 0 -> new Fault.WorkerDies(atMs, worker, forMs);
            case 1 -> new Fault.WorkerPauses(atMs, worker, forMs);
            case 2 -> new Fault.LinkBreaks(atMs, worker, (worker + 1) % workers, forMs);
            case 3 -> new Fault.StoreFails(atMs, forMs);
            case 4 -> new Fault.StoreIsSlow(atMs, forMs, 1 + random.nextLong(100));
            case 5 -> new Fault.VersionIsDamaged(atMs, random.nextInt(16));
            case 6 -> new Fault.DeployFails(atMs, task);
            case 8 -> new Fault.NodeIsDrained(atMs, worker, forMs);
            case 7 -> new Fault.LeaderIsReplaced(atMs, forMs, random.nextBoolean());
            default -> new Fault.TaskFails(atMs, task);
        };
    }
}
