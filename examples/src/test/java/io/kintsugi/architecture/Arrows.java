package io.kintsugi.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Which package may import which; packages that a map does not name are bound by the ban on cycles only. */
final class Arrows {
    private static final Map<String, List<String>> MODULES = Map.of(
            "core", List.of(),
            "cluster", List.of("core"),
            "coordinator", List.of("cluster", "core"),
            "worker", List.of("cluster", "core"),
            "webconsole", List.of("cluster", "core"),
            "connectors", List.of("core"),
            "node", List.of("coordinator", "worker", "webconsole", "connectors", "cluster", "core"),
            "testkit", List.of("coordinator", "worker", "connectors", "cluster", "core"),
            "examples", List.of("node", "connectors", "core"));

    private static final Map<String, List<String>> COORDINATOR = Map.of(
            "verticle", List.of("history", "job", "schedule", "checkpoint", "failover", "loss", "execution"),
            "history", List.of("job", "execution"),
            "job", List.of("schedule", "checkpoint", "failover", "loss", "execution"),
            "schedule", List.of("execution"),
            "checkpoint", List.of("execution"),
            "failover", List.of("execution"),
            "loss", List.of(),
            "execution", List.of());

    private static final Map<String, List<String>> WORKER = Map.of(
            "verticle", List.of("disk", "net", "task", "exchange", "align", "operator", "channel", "state"),
            "disk", List.of("net", "exchange"),
            "net", List.of("channel"),
            "task", List.of("align", "exchange", "operator", "channel", "state", "schema"),
            "exchange", List.of("channel"),
            "align", List.of("channel"),
            "operator", List.of("state"),
            "channel", List.of(),
            "state", List.of("schema"),
            "schema", List.of());

    private Arrows() {}

    static ArchRule betweenModules(String root) {
        return follow(MODULES, root);
    }

    static ArchRule insideCoordinator(String root) {
        return follow(COORDINATOR, root + ".coordinator");
    }

    static ArchRule insideWorker(String root) {
        return follow(WORKER, root + ".worker");
    }

    static ArchRule onlyMembershipKnowsHazelcast(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .and()
                .resideOutsideOfPackage(root + ".cluster.membership..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.hazelcast..", "io.vertx.spi.cluster.hazelcast..");
    }

    static ArchRule noPackageCycles(String root) {
        return slices().matching(root + ".(**)").should().beFreeOfCycles();
    }

    private static ArchRule follow(Map<String, List<String>> arrows, String root) {
        return CompositeArchRule.of(arrows.entrySet().stream()
                .map(arrow -> noClasses()
                        .that()
                        .resideInAPackage(root + "." + arrow.getKey() + "..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(others(arrows, arrow, root)))
                .toList());
    }

    private static String[] others(
            Map<String, List<String>> arrows, Map.Entry<String, List<String>> arrow, String root) {
        List<String> others = new ArrayList<>(arrows.keySet());
        others.remove(arrow.getKey());
        others.removeAll(arrow.getValue());
        return others.stream().map(name -> root + "." + name + "..").toArray(String[]::new);
    }
}
