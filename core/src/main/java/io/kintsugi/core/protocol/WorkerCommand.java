package io.kintsugi.core.protocol;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.Term;
import java.util.List;

/**
 * What the leader orders a worker to do. Every command is idempotent, since a sender that hears nothing sends it again,
 * and a worker refuses a term below the highest that it has seen.
 */
public sealed interface WorkerCommand {
    Term term();

    JobId job();

    /** Calls the one method of the handler that is for this command. */
    <R> R handle(Handler<R> handler);

    /** One method for each command, so that a forgotten one does not compile. */
    interface Handler<R> {
        R deploy(DeployTask command);

        R connect(ConnectTask command);

        R drain(DrainTask command);

        R cancel(CancelTask command);

        R release(ReleaseJob command);
    }

    /** Build the job, if this worker has not, and make the task; its channels are not connected yet. */
    record DeployTask(Term term, JobSpec spec, AttemptId attempt) implements WorkerCommand {
        @Override
        public JobId job() {
            return spec.id();
        }

        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.deploy(this);
        }
    }

    /** Connect all channels of a deployed task to where its peers run, and begin. */
    record ConnectTask(Term term, JobId job, AttemptId attempt, List<ChannelPeer> inputs, List<ChannelPeer> outputs)
            implements WorkerCommand {
        public ConnectTask {
            inputs = List.copyOf(inputs);
            outputs = List.copyOf(outputs);
        }

        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.connect(this);
        }
    }

    /** End the input of a source: what it has read flows on to the sinks. */
    record DrainTask(Term term, JobId job, AttemptId attempt) implements WorkerCommand {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.drain(this);
        }
    }

    /**
     * Stop a task now; it closes its functions and reports {@link WorkerEvent.TaskCanceled}, as does a worker that does
     * not have this attempt. A {@code DeployTask} of the attempt that arrives later makes no task.
     */
    record CancelTask(Term term, JobId job, AttemptId attempt) implements WorkerCommand {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.cancel(this);
        }
    }

    /**
     * Forget the job: its graph, its classes, and its tasks if there are any left. A {@code DeployTask} of this run that
     * arrives later makes no task.
     */
    record ReleaseJob(Term term, JobId job) implements WorkerCommand {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.release(this);
        }
    }
}
