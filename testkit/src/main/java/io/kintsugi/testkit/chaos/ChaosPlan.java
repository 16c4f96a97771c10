package io.kintsugi.testkit.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * What happens to a cluster, one thing after the other. After each one the run waits until the cluster is whole again, so that it
 * is known what a fault has led to.
 */
public record ChaosPlan(List<Blow> blows) {
    /** Stands for the node that leads when it comes to it. */
    public static final String LEADER = "leader";

    private static final int KILOBITS_MIN = 200;
    private static final int KILOBITS_MAX = 4_000;
    private static final int CLOCK_JUMP_SECONDS_MAX = 3_600;

    public ChaosPlan {
        blows = List.copyOf(blows);
    }

    /**
     * @param afterMs quiet before it
     * @param forMs until it is taken away
     */
    public record Blow(long afterMs, Nemesis nemesis, long forMs) {}

    /** Whether anything in it asks this of the machine. */
    boolean needs(Means means) {
        return blows.stream().anyMatch(blow -> blow.nemesis().means() == means);
    }

    /** From a seed; the same on each machine, whatever that one allows. */
    public static ChaosPlan random(long seed, Shape shape, int blows) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        List<Blow> drawn = new ArrayList<>();
        for (int i = 0; i < blows; i++) {
            drawn.add(new Blow(between(random, 500, 4_000), nemesis(random, shape), between(random, 500, 12_000)));
        }
        return new ChaosPlan(drawn);
    }

    private static Nemesis nemesis(RandomGenerator random, Shape shape) {
        List<String> names = shape.names();
        List<String> victims = new ArrayList<>(names);
        victims.add(LEADER);
        String victim = victims.get(random.nextInt(victims.size()));
        return switch (random.nextInt(9)) {
            case 0 -> new Nemesis.Pause(victim);
            case 1 -> halves(random, names);
            case 2 -> new Nemesis.Isolate(victim);
            case 3 -> oneWay(random, names);
            case 4 -> new Nemesis.SlowLink(victim, (int) between(random, KILOBITS_MIN, KILOBITS_MAX));
            case 5 -> new Nemesis.FullDisk();
            case 6 ->
                new Nemesis.ClockJump(victim, (int) between(random, -CLOCK_JUMP_SECONDS_MAX, CLOCK_JUMP_SECONDS_MAX));
            default -> new Nemesis.Kill(victim);
        };
    }

    /** At least one on each side. */
    private static Nemesis halves(RandomGenerator random, List<String> names) {
        List<String> rest = new ArrayList<>(names);
        List<String> part = new ArrayList<>();
        for (int i = 0; i < Math.max(1, names.size() / 2); i++) {
            part.add(rest.remove(random.nextInt(rest.size())));
        }
        return new Nemesis.Halves(part);
    }

    private static Nemesis oneWay(RandomGenerator random, List<String> names) {
        List<String> rest = new ArrayList<>(names);
        String from = rest.remove(random.nextInt(rest.size()));
        return new Nemesis.OneWayCut(from, rest.get(random.nextInt(rest.size())));
    }

    private static long between(RandomGenerator random, long from, long to) {
        return random.nextLong(from, to + 1);
    }
}
