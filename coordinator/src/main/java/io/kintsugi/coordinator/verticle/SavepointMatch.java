package io.kintsugi.coordinator.verticle;

import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.graph.PlanVertex;
import io.kintsugi.core.model.Words;
import io.kintsugi.core.snapshot.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
        plan.vertices().stream()
                .filter(vertex -> vertex.head().isSource())
                .forEach(vertex -> readers(savepoint, vertex).ifPresent(problems::add));
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

    /** A position is where one reader was in its own share, and says nothing of the shares that others have. */
    private static Optional<String> readers(Manifest savepoint, PlanVertex source) {
        long stored = savepoint.versions().stream()
                .filter(version -> version.task().vertex().equals(source.name()))
                .count();
        return stored == 0 || stored == source.parallelism()
                ? Optional.empty()
                : Optional.of(
                        ("source '%s': expected %s as in the savepoint, each of which goes on from its own position,"
                                        + " found parallelism %d; give it parallelism(%d), or another name and allow unmatched state"
                                        + " to begin it anew")
                                .formatted(source.name(), Words.count(stored, "reader"), source.parallelism(), stored));
    }
}
