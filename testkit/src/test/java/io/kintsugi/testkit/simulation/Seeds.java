package io.kintsugi.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongConsumer;

/** The seeds of a test: fixed ones and some fresh ones, or the one that {@code -Dsimulation.seed} names. */
final class Seeds {
    private static final int FRESH = 5;
    /** A long run names all that fail, up to this many, and tells the story of the first. */
    private static final int FAILURES_MAX = 20;

    private Seeds() {}

    /** The fixed ones alone, or the one that is named. */
    static void forEachFixed(int fixed, LongConsumer verify) {
        Long only = Long.getLong("simulation.seed");
        if (only != null) {
            verify.accept(only);
            return;
        }
        Failures failures = new Failures();
        failures.addOf(verify, 0, Integer.getInteger("simulation.seeds", fixed));
        failures.report();
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
        long fresh = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE / 2);
        System.out.printf("%s: %d fixed seeds, and %d fresh ones from %d%n", what, seeds, FRESH, fresh);
        Failures failures = new Failures();
        failures.addOf(verify, 0, seeds);
        failures.addOf(verify, fresh, fresh + FRESH);
        failures.report();
    }

    private static final class Failures {
        private final List<Long> seeds = new ArrayList<>();
        private final List<Throwable> causes = new ArrayList<>();

        void addOf(LongConsumer verify, long from, long behind) {
            for (long seed = from; seed < behind && seeds.size() < FAILURES_MAX; seed++) {
                try {
                    verify.accept(seed);
                } catch (AssertionError | RuntimeException e) {
                    seeds.add(seed);
                    causes.add(e);
                }
            }
        }

        void report() {
            if (!seeds.isEmpty()) {
                throw new AssertionError("seeds that fail: " + seeds + "; of the first:", causes.get(0));
            }
        }
    }
}
