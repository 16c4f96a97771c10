package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.PartitionCounts;
import io.kintsugi.core.protocol.PartitionStatus;
import io.kintsugi.core.protocol.TaskStatus;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What people are told of the partitions that the tasks of a job in batch mode keep. Nothing is decided by it. */
final class BatchPartitions {
    private static final PartitionCounts UNKNOWN =
            new PartitionCounts(0, PartitionStatus.UNKNOWN, PartitionStatus.UNKNOWN, PartitionStatus.UNKNOWN);

    private final JobTasks tasks;
    /** How many each task makes; those that make none are left out. */
    private final Map<TaskId, Integer> planned = new TreeMap<>();

    private final Map<TaskId, Long> lost = new TreeMap<>();
    private final Set<AttemptId> gone = new LinkedHashSet<>();

    BatchPartitions(Plan plan, JobTasks tasks) {
        this.tasks = tasks;
        for (TaskId task : plan.tasks()) {
            if (!plan.outputs(task).isEmpty()) {
                planned.put(task, plan.outputs(task).size());
            }
        }
    }

    /** What these have kept was there and is there no more; those that have not finished had nothing that counts. */
    void lost(List<TaskExecution> those) {
        those.stream()
                .filter(task -> task.state() == TaskState.FINISHED && planned.containsKey(task.id()))
                .filter(task -> gone.add(task.attempt()))
                .forEach(task -> lost.merge(task.id(), (long) planned(task), Long::sum));
    }

    private int planned(TaskExecution task) {
        return planned.getOrDefault(task.id(), 0);
    }

    /** What these have kept, if they had finished under the leader before, is not there. */
    void missing(List<TaskExecution> those) {
        those.forEach(task -> gone.add(task.attempt()));
    }

    /** @param jobIsOver whether workers delete, or have deleted, what they keep */
    List<TaskStatus> statuses(boolean jobIsOver) {
        return tasks.all().stream()
                .map(task ->
                        planned.containsKey(task.id()) ? task.status().with(status(task, jobIsOver)) : task.status())
                .toList();
    }

    private PartitionStatus status(TaskExecution task, boolean jobIsOver) {
        PartitionStatus.State state = state(task, jobIsOver);
        PartitionCounts counts = state == PartitionStatus.State.UNWRITTEN
                ? PartitionCounts.NONE
                : task.partitions().orElse(UNKNOWN);
        return new PartitionStatus(
                state,
                planned(task),
                counts.records(),
                counts.bytes(),
                counts.readRecords(),
                lost.getOrDefault(task.id(), 0L));
    }

    private PartitionStatus.State state(TaskExecution task, boolean jobIsOver) {
        if (task.state() == TaskState.RUNNING) {
            return PartitionStatus.State.WRITING;
        }
        if (task.state() != TaskState.FINISHED) {
            return PartitionStatus.State.UNWRITTEN;
        }
        if (gone.contains(task.attempt())) {
            return PartitionStatus.State.LOST;
        }
        return jobIsOver ? PartitionStatus.State.RELEASED : PartitionStatus.State.KEPT;
    }
}
