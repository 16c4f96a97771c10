package io.kintsugi.coordinator.job;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.protocol.WorkerCommand;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Who stands by on simulated workers; checks that a task is made only of what is there, and of each once. */
final class SimulatedSpares {
    private final Consumer<String> problems;
    private final Set<AttemptId> asked = new LinkedHashSet<>();
    private final Map<AttemptId, NodeId> open = new LinkedHashMap<>();
    private final Map<AttemptId, AttemptId> users = new LinkedHashMap<>();

    SimulatedSpares(Consumer<String> problems) {
        this.problems = problems;
    }

    /** True for the first time. */
    boolean asked(AttemptId spare) {
        return asked.add(spare);
    }

    void opened(NodeId worker, AttemptId spare) {
        open.put(spare, worker);
    }

    void take(NodeId worker, WorkerCommand.DeployTask command) {
        AttemptId spare = command.spare();
        if (spare == null) {
            return;
        }
        AttemptId attempt = command.attempt();
        check(spare.task().vertex().equals(attempt.task().vertex()), spare + " is of another vertex than " + attempt);
        check(worker.equals(open.get(spare)), attempt + " is to be made of " + spare + ", which is not on " + worker);
        AttemptId user = users.putIfAbsent(spare, attempt);
        check(user == null || user.equals(attempt), spare + " is used for " + user + " and for " + attempt);
    }

    int used() {
        return users.size();
    }

    private void check(boolean holds, String otherwise) {
        if (!holds) {
            problems.accept(otherwise);
        }
    }
}
