package io.kintsugi.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/** The seeds of a test: fixed ones and some fresh ones, or the one that {@code -Dsimulation.seed} names. */
final class Seeds {
    private static final int FRESH = 5;
    /** A long run names all that fail, up to this many, and tells the story of the first. */
    private static final int FAILURES_MAX = 20;

    private Seeds() {}

    /** The fixed ones alone, or the one that is named. */
    static void forEachFixed(int fixed, LongConsumer verify) {
        if (!verifiedNamed(verify)) {
            verifyAll(fixed(fixed), verify);
        }
    }

    /**
     * @param what for the line that tells the fresh seeds
     * @param fixed how many fixed ones, unless {@code -Dsimulation.seeds} says so
     */
    static void forEach(String what, int fixed, LongConsumer verify) {
        if (verifiedNamed(verify)) {
            return;
        }
        long fresh = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE / 2);
        System.out.printf(
                "%s: %d fixed seeds, and %d fresh ones from %d%n",
                what, fixed(fixed).count(), FRESH, fresh);
        verifyAll(LongStream.concat(fixed(fixed), LongStream.range(fresh, fresh + FRESH)), verify);
    }

    /** Verifies the one that is named, if one is, and says whether it did. */
    private static boolean verifiedNamed(LongConsumer verify) {
        Long only = Long.getLong("simulation.seed");
        if (only != null) {
            verify.accept(only);
        }
        return only != null;
    }

    private static LongStream fixed(int unlessSaid) {
        return LongStream.range(0, Integer.getInteger("simulation.seeds", unlessSaid));
    }

    private static void verifyAll(LongStream seeds, LongConsumer verify) {
        List<Long> failed = new ArrayList<>();
        Throwable first = null;
        PrimitiveIterator.OfLong next = seeds.iterator();
        while (next.hasNext() && failed.size() < FAILURES_MAX) {
            long seed = next.nextLong();
            try {
                verify.accept(seed);
            } catch (AssertionError | RuntimeException e) {
                failed.add(seed);
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw new AssertionError("seeds that fail: " + failed + "; of the first:", first);
        }
    }
}
