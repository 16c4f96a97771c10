package io.kintsugi.testkit;

import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.MemorySnapshotStore;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import io.kintsugi.worker.task.CapturedState;
import io.kintsugi.worker.task.Task;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a leader and a store do for a job, in the calling thread: they count checkpoints and keep what tasks have stored. */
final class DriverCheckpoints {
    private final JobId job;
    private final Plan plan;
    private final MemorySnapshotStore store = new MemorySnapshotStore();
    private final Map<TaskId, StateVersion> acknowledged = new TreeMap<>();
    private final Map<TaskId, StateVersion> ended = new TreeMap<>();
    private final Map<TaskId, StateVersion> complete = new TreeMap<>();
    private final Map<TaskId, StateVersion> newest = new TreeMap<>();
    private long versions;
    private long number;
    private long newestComplete;

    DriverCheckpoints(JobId job, Plan plan) {
        this.job = job;
        this.plan = plan;
    }

    /** Keeps what a task has captured; what belongs to no checkpoint under way is forgotten. */
    StateVersion store(AttemptId attempt, CapturedState captured) {
        VersionId id = new VersionId(job, attempt, ++versions);
        try (captured) {
            StateVersion version =
                    captured.version(id, store.write(id, out -> captured.state().writeTo(out)));
            newest.put(attempt.task(), version);
            if (version.ended()) {
                ended.put(attempt.task(), version);
            } else if (version.checkpoint() == number) {
                acknowledged.put(attempt.task(), version);
            }
            return version;
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
        newestComplete = number;
        return number;
    }

    /** What a task goes back to with all that it is connected with: its state in the last complete checkpoint, or nothing. */
    RestorePoint complete(TaskId task) {
        return point(complete.get(task));
    }

    /** What a task goes back to whose neighbours live on: the last state that it has stored, or nothing. */
    RestorePoint newest(TaskId task, ChannelPositions lastWords) {
        return point(newest.get(task)).alone(lastWords, newestComplete);
    }

    private RestorePoint point(@Nullable StateVersion version) {
        return new RestorePoint(number, version == null ? List.of() : List.of(version));
    }

    /** Opens a task that begins, or begins anew. */
    void open(TaskId id, Task task, RestorePoint from) {
        acknowledged.remove(id);
        ended.remove(id);
        if (from.versions().isEmpty()) {
            task.open();
            return;
        }
        StateVersion version = from.versions().get(0);
        List<InputStream> stored = List.of(store.read(version));
        if (version.ended()) {
            ended.put(id, version);
            task.openEnded(stored);
        } else {
            task.open(stored, from.dropUnmatched());
        }
    }
}
