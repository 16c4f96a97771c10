package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.execution.TaskTransition;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.protocol.WorkerCommand;
import java.util.ArrayList;
import java.util.List;

/** What a job master and its parts have decided and nobody has done yet, in order. */
final class Outbox {
    private List<JobCommand> commands = new ArrayList<>();

    void add(JobCommand command) {
        commands.add(command);
    }

    /** For the first time. */
    void send(NodeId worker, WorkerCommand command) {
        commands.add(new JobCommand.SendToWorker(worker, command, 1));
    }

    void startTimer(JobEvent event, long delayMs) {
        commands.add(new JobCommand.StartTimer(event, delayMs));
    }

    void moved(TaskTransition transition) {
        commands.add(new JobCommand.TellTaskMoved(transition));
    }

    void warn(String text) {
        commands.add(new JobCommand.Warn(text));
    }

    List<JobCommand> take() {
        List<JobCommand> taken = commands;
        commands = new ArrayList<>();
        return taken;
    }
}
