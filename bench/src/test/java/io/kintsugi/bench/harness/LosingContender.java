package io.kintsugi.bench.harness;

import io.kintsugi.bench.contender.Contender;
import io.kintsugi.bench.plain.PlainContender;
import io.kintsugi.bench.workload.RunResult;
import io.kintsugi.bench.workload.Workload;

/** Runs one record fewer than it is asked to. */
public final class LosingContender implements Contender {
    @Override
    public String name() {
        return "loser";
    }

    @Override
    public RunResult run(Workload workload, long records) throws Exception {
        return new PlainContender().run(workload, records - 1);
    }
}
