package io.kintsugi.coordinator.verticle;

import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.graph.PlanVertex;
import io.kintsugi.core.snapshot.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Whether a job can begin with a savepoint that may be of another version of it. */
final class SavepointMatch {
    private SavepointMatch() {}

    /** What does not fit, for people; empty if all does. */
    static List<String> problems(Manifest savepoint, Plan plan, boolean allowUnmatched) {
        List<String> problems = new ArrayList<>();
        if (savepoint.keyGroups() != plan.keyGroups()) {
            problems.add("it has %d key groups and the job has %d; their number cannot change"
                    .formatted(savepoint.keyGroups(), plan.keyGroups()));
        }
        TreeSet<String> unmatched = new TreeSet<>();
        savepoint.versions().forEach(version -> unmatched.add(version.task().vertex()));
        List<String> keeping = plan.vertices().stream()
                .filter(PlanVertex::mustAcknowledge)
                .map(PlanVertex::name)
                .toList();
        plan.vertices().stream().map(PlanVertex::name).forEach(unmatched::remove);
        if (!unmatched.isEmpty() && !allowUnmatched) {
            problems.add(("it has state of %s, and the job has no such chain (those that keep state are %s); name the"
                            + " first steps of chains as before, or allow unmatched state to drop it")
                    .formatted(unmatched, keeping));
        }
        return problems;
    }
}
