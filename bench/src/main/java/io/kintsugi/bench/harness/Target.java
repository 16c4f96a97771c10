package io.kintsugi.bench.harness;

import io.kintsugi.bench.workload.Workload;
import java.util.List;

/**
 * How many times a peer's throughput Kintsugi must reach, measured in the same run.
 *
 * @param ratio at least
 */
record Target(Workload workload, String peer, double ratio) {
    static final String OURS = "kintsugi";

    private static final int NEWER_JAVA = 25;

    /** On Java 25 Jet is half again as fast in W2 as on 17, so less is asked for. */
    static List<Target> on(int javaFeature) {
        double overJet = javaFeature >= NEWER_JAVA ? 1.3 : 1.8;
        return List.of(
                new Target(Workload.W1, "flink-reuse", 1.2),
                new Target(Workload.W2, "jet", overJet),
                new Target(Workload.W2, "flink", 2.5),
                new Target(Workload.B1, "flink", 1.0),
                new Target(Workload.B2, "flink", 1.0));
    }
}
