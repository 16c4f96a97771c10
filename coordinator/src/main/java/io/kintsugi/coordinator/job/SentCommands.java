package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.WorkerCommand;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** What becomes of commands that a worker refuses or does not answer: those that are still of use come again, or fail a task. */
final class SentCommands {
    private final CoordinatorSettings settings;
    private final JobTasks tasks;
    private final Function<NodeId, CommandNeed.Of> needs;
    private final Outbox out;

    SentCommands(CoordinatorSettings settings, JobTasks tasks, Function<NodeId, CommandNeed.Of> needs, Outbox out) {
        this.settings = settings;
        this.tasks = tasks;
        this.needs = needs;
        this.out = out;
    }

    /** @param fail told which task fails because of it */
    void refused(NodeId worker, WorkerCommand command, Failure refusal, BiConsumer<TaskExecution, Failure> fail) {
        if (isWanted(worker, command)) {
            Failure why = Causes.refused(worker, command, refusal);
            need(worker, command)
                    .refused()
                    .ifPresentOrElse(task -> fail.accept(task, why), () -> out.warn(why.message()));
        }
    }

    /** @param fail told which task fails because of it, although it may live */
    void unanswered(NodeId worker, WorkerCommand command, int sends, BiConsumer<TaskExecution, Failure> fail) {
        if (!isWanted(worker, command)) {
            return;
        }
        if (sends < settings.commandSendsMax()) {
            out.startTimer(new JobEvent.RepeatDue(worker, command, sends + 1), settings.commandRepeatMs());
            return;
        }
        Failure why = Causes.unanswered(worker, command, sends);
        need(worker, command)
                .unanswered()
                .ifPresentOrElse(task -> fail.accept(task, why), () -> out.warn(why.message()));
    }

    void repeat(NodeId worker, WorkerCommand command, int sends) {
        if (isWanted(worker, command)) {
            out.add(new JobCommand.SendToWorker(worker, command, sends));
        }
    }

    private boolean isWanted(NodeId worker, WorkerCommand command) {
        return !tasks.lost().contains(worker) && need(worker, command).wanted();
    }

    private CommandNeed need(NodeId worker, WorkerCommand command) {
        return command.handle(needs.apply(worker));
    }
}
