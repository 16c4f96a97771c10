package io.kintsugi.bench.harness;

import io.kintsugi.bench.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the harness must know to start a contender's JVM. A new engine needs a line in {@link #ALL}, an implementation
 * of {@link io.kintsugi.bench.contender.Contender} and its name in META-INF/services.
 *
 * @param module whose class path the JVM gets, as a directory under bench; empty for bench itself
 * @param flags that the engine asks for on every Java
 * @param unsafe whether it uses the memory access of sun.misc.Unsafe, of which newer Javas complain
 * @param batch whether its stages hand on what they have made on disk, as those of the batch workloads do
 */
public record ContenderSpec(String name, String module, List<String> flags, boolean unsafe, boolean batch) {
    private static final String OURS = "kintsugi";

    private static final int UNSAFE_NEEDS_LEAVE_FROM = 23;

    /** As Flink's own start scripts pass, without those for Python and Hive. */
    private static final List<String> FLINK = Stream.of(
                    "java.lang",
                    "java.net",
                    "java.io",
                    "java.nio",
                    "sun.nio.ch",
                    "java.lang.reflect",
                    "java.text",
                    "java.time",
                    "java.util",
                    "java.util.concurrent",
                    "java.util.concurrent.atomic",
                    "java.util.concurrent.locks")
            .map(name -> "--add-opens=java.base/%s=ALL-UNNAMED".formatted(name))
            .toList();

    /** As Hazelcast's manual asks for. */
    private static final List<String> HAZELCAST = List.of(
            "--add-modules=java.se",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.management/sun.management=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED");

    /** In the order in which they run and are listed. */
    public static final List<ContenderSpec> ALL = List.of(
            new ContenderSpec("plain", "", List.of(), false, false),
            new ContenderSpec("flink", "flink", FLINK, true, true),
            new ContenderSpec("flink-reuse", "flink", FLINK, true, true),
            new ContenderSpec("jet", "jet", HAZELCAST, true, false),
            new ContenderSpec(OURS, "", HAZELCAST, true, true));

    /** @throws IllegalArgumentException if there is none of that name */
    public static ContenderSpec named(String name) {
        return ALL.stream()
                .filter(spec -> spec.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no contender \"%s\"; there are %s"
                        .formatted(name, ALL.stream().map(ContenderSpec::name).toList())));
    }

    /** Whether it takes part. */
    boolean runs(Workload workload) {
        return batch || !workload.batch();
    }

    /** Whether it keeps opened tasks that stand by for one that fails. */
    boolean keepsSpares() {
        return name.equals(OURS);
    }

    /** For the command line's help. */
    @Override
    public String toString() {
        return name;
    }

    List<String> flagsOn(JavaHome java) {
        List<String> all = new ArrayList<>(flags);
        if (unsafe && java.feature() >= UNSAFE_NEEDS_LEAVE_FROM) {
            all.add("--sun-misc-unsafe-memory-access=allow");
        }
        return all;
    }
}
