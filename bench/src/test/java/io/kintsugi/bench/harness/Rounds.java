package io.kintsugi.bench.harness;

import io.kintsugi.bench.contender.Noise;
import io.kintsugi.bench.contender.Reply;
import io.kintsugi.bench.workload.RunResult;
import io.kintsugi.bench.workload.Sunk;

/** Rounds for tests. */
final class Rounds {
    static final Noise QUIET = new Noise(2, 0, 0);
    static final Noise LOUD = new Noise(1, 0.5, 0.5);

    private Rounds() {}

    static Round round(long millions, double seconds, Noise noise) {
        return new Round(
                millions * 1_000_000, new Reply.Ran(new RunResult((long) (seconds * 1e9), new Sunk(0, 0)), noise));
    }
}
