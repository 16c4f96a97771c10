package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.execution.TaskTransition;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.WorkerCommand;

/** What a job master orders. Each command knows the one effect that carries it out. */
public sealed interface JobCommand {
    void execute(JobEffects effects);

    record SendToWorker(NodeId worker, WorkerCommand command, int sends) implements JobCommand {
        @Override
        public void execute(JobEffects effects) {
            effects.send(worker, command, sends);
        }
    }

    record StartTimer(JobEvent event, long delayMs) implements JobCommand {
        @Override
        public void execute(JobEffects effects) {
            effects.startTimer(event, delayMs);
        }
    }

    record TellJobMoved(JobTransition transition) implements JobCommand {
        @Override
        public void execute(JobEffects effects) {
            effects.jobMoved(transition);
        }
    }

    record TellTaskMoved(TaskTransition transition) implements JobCommand {
        @Override
        public void execute(JobEffects effects) {
            effects.taskMoved(transition);
        }
    }

    record Warn(String text) implements JobCommand {
        @Override
        public void execute(JobEffects effects) {
            effects.warn(text);
        }
    }

    record EndJob(JobStatus status) implements JobCommand {
        @Override
        public void execute(JobEffects effects) {
            effects.ended(status);
        }
    }
}
