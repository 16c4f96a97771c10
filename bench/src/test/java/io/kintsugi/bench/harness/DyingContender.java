package io.kintsugi.bench.harness;

import io.kintsugi.bench.contender.Contender;
import io.kintsugi.bench.workload.RunResult;
import io.kintsugi.bench.workload.Workload;

/** Takes its process down in the middle of a run. */
public final class DyingContender implements Contender {
    @Override
    public String name() {
        return "dier";
    }

    @Override
    public RunResult run(Workload workload, long records) {
        Runtime.getRuntime().halt(3);
        throw new AssertionError("unreachable");
    }
}
