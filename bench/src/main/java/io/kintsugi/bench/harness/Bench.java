package io.kintsugi.bench.harness;

import io.kintsugi.bench.workload.Workload;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Runs workloads one after the other. */
public final class Bench {
    private final Plan plan;
    private final ChildSettings settings;
    private final PrintStream progress;

    /** @param progress a line for each warm-up and round, as it ends */
    public Bench(Plan plan, ChildSettings settings, PrintStream progress) {
        this.plan = plan;
        this.settings = settings;
        this.progress = progress;
    }

    /** @throws IllegalArgumentException if nobody takes part, or the machine has not the memory for all JVMs at once */
    public Report run(List<Workload> workloads) throws IOException, InterruptedException, ContenderFailed {
        workloads.forEach(workload -> checkMemory(plan.of(workload)));
        List<Table> tables = new ArrayList<>();
        for (Workload workload : workloads) {
            tellWhoIsLeftOut(workload);
            try (Session session = new Session(workload, plan.of(workload), progress)) {
                tables.add(session.run(settings));
            }
        }
        return new Report(Machine.line(), settings.java(), settings.commonFlags(), plan, tables);
    }

    private void tellWhoIsLeftOut(Workload workload) {
        plan.contenders().stream()
                .filter(spec -> !spec.runs(workload))
                .forEach(spec ->
                        progress.printf("%s %s: left out, since it hands nothing on by disk%n", workload, spec));
    }

    private void checkMemory(Plan of) {
        int jvms = of.contenders().size();
        OptionalLong available = Machine.availableBytes();
        if (available.isPresent() && jvms * settings.heapBytes() > available.getAsLong()) {
            throw new IllegalArgumentException(
                    "%d contenders with %s of heap each do not fit into %d MiB that are free; take fewer, or less heap"
                            .formatted(jvms, settings.heap(), available.getAsLong() >> 20));
        }
    }
}
