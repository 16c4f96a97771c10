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

    /** Build the job, if this worker has not, and make the task; its channels are not connected yet. */
    record DeployTask(Term term, JobSpec spec, AttemptId attempt) implements WorkerCommand {
        @Override
        public JobId job() {
            return spec.id();
        }
    }

    /** Connect all channels of a deployed task to where its peers run, and begin. */
    record ConnectTask(Term term, JobId job, AttemptId attempt, List<ChannelPeer> inputs, List<ChannelPeer> outputs)
            implements WorkerCommand {}

    /** End the input of a source: what it has read flows on to the sinks. */
    record DrainTask(Term term, JobId job, AttemptId attempt) implements WorkerCommand {}

    /** Stop a task now; it closes its functions and reports {@link WorkerEvent.TaskCanceled}. */
    record CancelTask(Term term, JobId job, AttemptId attempt) implements WorkerCommand {}

    /** Forget the job: its graph, its classes, and its tasks if there are any left. */
    record ReleaseJob(Term term, JobId job) implements WorkerCommand {}
}
