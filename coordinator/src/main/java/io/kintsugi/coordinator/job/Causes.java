package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Words;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.WorkerCommand;
import java.util.List;

/** The failures that the coordinator itself finds, in words. */
final class Causes {
    private Causes() {}

    /** A task's failure as the cause of its job's. */
    static Failure ofJob(TaskExecution task, Failure failure) {
        return new Failure(
                failure.type(),
                "task %s on %s: %s".formatted(task.attempt(), task.worker(), failure.message()),
                failure.trace());
    }

    static Failure workerLost(NodeId worker, List<TaskExecution> tasks) {
        return new Failure("WorkerLost", "worker %s is gone, and with it %s".formatted(worker, names(tasks)), "");
    }

    /** What a leader does not find that goes on with the job of another. */
    static Failure missedAtTakeover(List<TaskExecution> tasks) {
        return new Failure(
                "TaskMissing", "the leader was replaced, and these were not there or had failed: " + names(tasks), "");
    }

    static Failure refused(NodeId worker, WorkerCommand command, Failure why) {
        String message = "%s refused %s: %s".formatted(worker, name(command), why.message());
        return new Failure(why.type(), message, why.trace());
    }

    static Failure unanswered(NodeId worker, WorkerCommand command, int sends) {
        return new Failure(
                "CommandUnanswered",
                "%s did not acknowledge %s, which was sent %s"
                        .formatted(worker, name(command), Words.count(sends, "time")),
                "");
    }

    static Failure notRunning(List<TaskExecution> late, int timeoutMs) {
        return new Failure("DeployTimeout", "not running after %d ms: %s".formatted(timeoutMs, names(late)), "");
    }

    static Failure notCanceled(List<TaskExecution> stuck, int timeoutMs) {
        return new Failure(
                "CancelTimeout",
                "left behind, since they were still there %d ms after they were cancelled: %s"
                        .formatted(timeoutMs, names(stuck)),
                "");
    }

    /** The last failure of a job whose restarts are used up. */
    static Failure noRestart(Failure last, String why) {
        return why.isEmpty() ? last : new Failure(last.type(), last.message() + "; " + why, last.trace());
    }

    static Failure noPlace(String why) {
        return new Failure("NoSlots", why, "");
    }

    static Failure spoilt(Failure last) {
        return new Failure(
                last.type(),
                "no checkpoint that is left can be read, and without one the job would begin anew: " + last.message(),
                last.trace());
    }

    /** What tasks are moved for. */
    static Failure workerDrained(List<TaskExecution> moved) {
        return new Failure(
                "WorkerDrained",
                "%s %s to another worker, since no task is to be on %s"
                        .formatted(
                                names(moved),
                                moved.size() == 1 ? "moves" : "move",
                                moved.stream()
                                        .map(TaskExecution::worker)
                                        .distinct()
                                        .toList()),
                "");
    }

    static Failure stoppedUnasked() {
        return new Failure("StoppedUnasked", "its worker stopped it, and nobody had asked for that", "");
    }

    private static String name(WorkerCommand command) {
        return command.getClass().getSimpleName();
    }

    private static String names(List<TaskExecution> tasks) {
        return tasks.stream().map(task -> task.attempt().toString()).toList().toString();
    }
}
