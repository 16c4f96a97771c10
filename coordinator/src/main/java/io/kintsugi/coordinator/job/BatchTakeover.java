package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.checkpoint.Supersteps;
import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.TaskInventory;
import io.kintsugi.core.snapshot.ChannelPositions;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a leader makes of the tasks of a job in batch mode that another has led. Tasks that are there go on, and what finished ones
 * have kept is still read. Of a task that is not there nobody knows how far it had come:
 *
 * <pre>
 * nobody has heard of it             ──▶ waits
 * no task reads from it              ──▶ begins anew, as it may not have come to its end
 * else                               ──▶ counts as finished, with its output lost
 * </pre>
 *
 * Which superstep a task of an iteration is in nobody knows either: all of them begin anew behind the last one that is complete.
 */
record BatchTakeover(JobTasks tasks, BatchStages stages, Supersteps supersteps, Outbox out) {
    /** Returns what has to begin anew whatever else does. */
    Set<TaskId> of(Survey survey) {
        Set<TaskId> anew = new TreeSet<>();
        for (Survey.Found found : survey.all()) {
            TaskExecution task = tasks.get(found.attempt().task());
            if (supersteps.contain(task.id())) {
                task.restartsKnown(0); // Its attempts are numbered by supersteps.
            }
            if (supersteps.areOver(task.id())) {
                task.takeOver(found.attempt(), finished(found.attempt()));
                task.disconnect();
                continue;
            }
            if (supersteps.contain(task.id()) && survey.isSeen(task.id())) {
                anew.add(task.id());
            }
            if (!found.isMissing()) {
                if (task.state() == TaskState.CANCELING || (task.isGone() && !task.hasRun())) {
                    anew.add(task.id());
                }
                continue;
            }
            AttemptId attempt = new AttemptId(task.id(), survey.numberedAbove(task.id()));
            task.takeOver(attempt, finished(attempt));
            task.disconnect();
            if (!survey.isSeen(task.id())) {
                out.moved(task.waitForNext("nobody has heard of it"));
            } else if (stages.consumers(task.id()).isEmpty()) {
                anew.add(task.id());
            }
        }
        anew.addAll(stages.doubtful());
        return anew;
    }

    private static TaskInventory finished(AttemptId attempt) {
        return new TaskInventory(
                attempt,
                TaskInventory.Standing.FINISHED,
                null,
                null,
                new TaskInventory.Losses(1, List.of()),
                ChannelPositions.none(),
                null);
    }
}
