package io.kintsugi.core.protocol;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.snapshot.RestorePoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the leader orders a worker to do. Every command is idempotent, since a sender that hears nothing sends it again,
 * and a worker refuses a term below the highest that it has seen.
 */
public sealed interface WorkerCommand {
    Term term();

    JobId job();

    /** Whether it makes something run that was not there. */
    default boolean begins() {
        return false;
    }

    /** Calls the one method of the handler that is for this command. */
    <R> R handle(Handler<R> handler);

    /** One method for each command, so that a forgotten one does not compile. */
    interface Handler<R> {
        R deploy(DeployTask command);

        R connect(ConnectTask command);

        R drain(DrainTask command);

        R cancel(CancelTask command);

        R release(ReleaseJob command);

        R trigger(TriggerCheckpoint command);

        R abort(AbortCheckpoint command);

        R complete(CompleteCheckpoint command);

        R finish(FinishTasks command);

        R fail(FailTask command);

        R detach(DetachPeers command);

        R prepare(PrepareSpare command);

        R handOver(HandOverTask command);
    }

    /**
     * Build the job, if this worker has not, make the task and give it the state that it begins with; its channels are not
     * connected yet. An attempt is made once: a command that comes again after its end, or after a later attempt, makes none.
     *
     * @param spare the instance that becomes the task, see {@link PrepareSpare}; a worker that does not have it opens another.
     *     Null for none
     */
    record DeployTask(
            Term term,
            JobSpec spec,
            AttemptId attempt,
            RestorePoint restore,
            @Nullable AttemptId spare) implements WorkerCommand {
        /** A task whose functions are opened now. */
        public DeployTask(Term term, JobSpec spec, AttemptId attempt, RestorePoint restore) {
            this(term, spec, attempt, restore, null);
        }

        @Override
        public JobId job() {
            return spec.id();
        }

        @Override
        public boolean begins() {
            return true;
        }

        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.deploy(this);
        }
    }

    /**
     * Connect channels of a deployed task to where its peers run, and begin. Comes again, with the channels that it is
     * about, whenever a peer has been replaced.
     */
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

    /**
     * Store the state of a source and send a barrier behind it. Answered by {@link WorkerEvent.CheckpointAcked}, or at
     * once by {@link WorkerEvent.CheckpointDeclined} where the source does not run yet or any more.
     *
     * @param triggeredAtMs milliseconds since 1970, by the leader's clock
     * @param stops whether the job is to stop with it: the source emits nothing behind the barrier, unless the checkpoint is
     *     aborted, completed as any other, or followed by a newer one
     */
    record TriggerCheckpoint(
            Term term, JobId job, AttemptId attempt, long checkpoint, long triggeredAtMs, boolean stops)
            implements WorkerCommand {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.trigger(this);
        }
    }

    /** The checkpoint is discarded: all tasks of the job on this worker wait for its barriers no longer. */
    record AbortCheckpoint(Term term, JobId job, long checkpoint) implements WorkerCommand {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.abort(this);
        }
    }

    /** The checkpoint is complete for good: what sinks of the job on this worker have prepared up to it may be committed. */
    record CompleteCheckpoint(Term term, JobId job, long checkpoint) implements WorkerCommand {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.complete(this);
        }
    }

    /**
     * The job ends with {@code checkpoint}, which is complete: commit, close and report {@link WorkerEvent.TaskFinished}. An
     * attempt that began after that checkpoint and has not ended ignores it, unless it was told to wait for it.
     */
    record FinishTasks(Term term, JobId job, long checkpoint) implements WorkerCommand {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.finish(this);
        }
    }

    /** Fail a task as if a function of it had thrown, so that people can see what a failure costs. */
    record FailTask(Term term, JobId job, AttemptId attempt) implements WorkerCommand {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.fail(this);
        }
    }

    /**
     * Bring a running task to rest so that another attempt goes on just where it is: it takes nothing more, waits until its consumers
     * have all that it has emitted, stores its state, tells it, and is then cancelled as by {@link CancelTask}.
     */
    record HandOverTask(Term term, JobId job, AttemptId attempt) implements WorkerCommand {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.handOver(this);
        }
    }

    /**
     * These attempts are gone and the task is not: go on without them, until {@link ConnectTask} tells of later ones. What
     * is known to have been replaced already is ignored.
     *
     * @param attempt of the task that lives on
     * @param gone of tasks at the other ends of its channels
     */
    record DetachPeers(Term term, JobId job, AttemptId attempt, List<AttemptId> gone) implements WorkerCommand {
        public DetachPeers {
            gone = List.copyOf(gone);
        }

        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.detach(this);
        }
    }

    /**
     * Build the job, if this worker has not, and open one more instance of a chain, which stands by to become a task of it.
     * Answered by {@link WorkerEvent.SpareReady} or {@link WorkerEvent.SpareFailed}; {@link CancelTask} closes it.
     *
     * @param spare its place among those of the chain, counted on from the subtasks: where {@code train} has four subtasks,
     *     {@code train[4]@2} is the second that stands by in the first place
     */
    record PrepareSpare(Term term, JobSpec spec, AttemptId spare) implements WorkerCommand {
        @Override
        public JobId job() {
            return spec.id();
        }

        @Override
        public boolean begins() {
            return true;
        }

        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.prepare(this);
        }
    }
}
