package io.kintsugi.testkit;

import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.snapshot.MemorySnapshotStore;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import io.kintsugi.worker.task.CapturedState;
import io.kintsugi.worker.task.Task;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a leader and a store do for a job, in the calling thread: they count checkpoints and keep what tasks have stored. */
final class DriverCheckpoints {
    private final JobId job;
    private final Plan plan;
    private final MemorySnapshotStore store = new MemorySnapshotStore();
    private final Map<TaskId, StateVersion> acknowledged = new TreeMap<>();
    private final Map<TaskId, StateVersion> ended = new TreeMap<>();
    private final Map<TaskId, StateVersion> complete = new TreeMap<>();
    private long versions;
    private long number;

    DriverCheckpoints(JobId job, Plan plan) {
        this.job = job;
        this.plan = plan;
    }

    /** Keeps what a task has captured; what belongs to no checkpoint under way is forgotten. */
    void store(AttemptId attempt, CapturedState captured) {
        VersionId id = new VersionId(job, attempt, ++versions);
        try (captured) {
            StateVersion version =
                    captured.version(id, store.write(id, out -> captured.state().writeTo(out)));
            if (version.ended()) {
                ended.put(attempt.task(), version);
            } else if (version.checkpoint() == number) {
                acknowledged.put(attempt.task(), version);
            }
        }
    }

    /** Number of the checkpoint that begins now; an earlier one that is not complete is given up. */
    long begin() {
        acknowledged.clear();
        return ++number;
    }

    /** Whom the checkpoint waits for. */
    List<TaskId> missing() {
        List<TaskId> missing = new ArrayList<>();
        for (TaskId task : plan.tasks()) {
            if (plan.vertex(task).mustAcknowledge() && !acknowledged.containsKey(task) && !ended.containsKey(task)) {
                missing.add(task);
            }
        }
        return missing;
    }

    boolean haveAllEnded() {
        return ended.size() == plan.tasks().size();
    }

    int endedCount() {
        return ended.size();
    }

    /** Nobody is missing: from now on tasks restart from what was stored. Returns its number. */
    long complete() {
        complete.clear();
        complete.putAll(acknowledged);
        complete.putAll(ended);
        return number;
    }

    /** Number of the last checkpoint that was begun: barriers up to it are not for a new attempt. */
    long newest() {
        return number;
    }

    /** Opens tasks that begin anew with the last complete checkpoint, or with nothing. */
    void open(Map<TaskId, Task> tasks) {
        acknowledged.keySet().removeAll(tasks.keySet());
        ended.keySet().removeAll(tasks.keySet());
        tasks.forEach((id, task) -> {
            StateVersion version = complete.get(id);
            if (version == null) {
                task.open();
                return;
            }
            List<InputStream> stored = List.of(store.read(version));
            if (version.ended()) {
                ended.put(id, version);
                task.openEnded(stored);
            } else {
                task.open(stored, false);
            }
        });
    }
}
