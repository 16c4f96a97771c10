package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.execution.TaskTransition;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.WorkerCommand;

/** What a job master can have done; the leader's verticle does it, and a test writes it down. */
public interface JobEffects {
    /**
     * Sends a command; a refusal or silence comes back as an event.
     *
     * @param sends how often it will have been sent with this time, from 1
     */
    void send(NodeId worker, WorkerCommand command, int sends);

    /** Brings {@code event} after {@code delayMs}. */
    void startTimer(JobEvent event, long delayMs);

    void jobMoved(JobTransition transition);

    void taskMoved(TaskTransition transition);

    /** A thing went wrong that a person may want to know, but nothing can be done. */
    void warn(String text);

    /** The job has ended: its slots are free, and the status is its last but for counters that come late. */
    void ended(JobStatus status);
}
