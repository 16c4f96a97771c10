package io.kintsugi.testkit.simulation;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongConsumer;

/** The seeds of a test: fixed ones and some fresh ones, or the one that {@code -Dsimulation.seed} names. */
final class Seeds {
    private static final int FRESH = 5;

    private Seeds() {}

    /** The fixed ones alone, or the one that is named. */
    static void forEachFixed(int fixed, LongConsumer verify) {
        Long only = Long.getLong("simulation.seed");
        long from = only == null ? 0 : only;
        long behind = only == null ? Integer.getInteger("simulation.seeds", fixed) : only + 1;
        for (long seed = from; seed < behind; seed++) {
            verify.accept(seed);
        }
    }

    /**
     * @param what for the line that tells the fresh seeds
     * @param fixed how many fixed ones, unless {@code -Dsimulation.seeds} says so
     */
    static void forEach(String what, int fixed, LongConsumer verify) {
        Long only = Long.getLong("simulation.seed");
        if (only != null) {
            verify.accept(only);
            return;
        }
        int seeds = Integer.getInteger("simulation.seeds", fixed);
        forEachFixed(fixed, verify);
        long fresh = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE / 2);
        System.out.printf("%s: %d fixed seeds, and %d fresh ones from %d%n", what, seeds, FRESH, fresh);
        for (long seed = fresh; seed < fresh + FRESH; seed++) {
            verify.accept(seed);
        }
    }
}
