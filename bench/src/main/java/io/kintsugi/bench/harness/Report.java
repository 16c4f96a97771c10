package io.kintsugi.bench.harness;

import java.util.List;

/**
 * All of one run of the command.
 *
 * @param flags that every JVM had
 */
public record Report(String machine, JavaHome java, List<String> flags, Plan plan, List<Table> tables) {
    public String text() {
        return new TextReport(this).text();
    }

    public String json() {
        return new JsonReport(this).text();
    }

    List<Target> targets() {
        return Target.on(java.feature());
    }
}
