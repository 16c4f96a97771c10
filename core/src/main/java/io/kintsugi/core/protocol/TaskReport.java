package io.kintsugi.core.protocol;

import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import java.util.List;

/** The counters of a job's tasks on one worker; sent once a second, the newest counts and none needs to arrive. */
public record TaskReport(JobId job, NodeId worker, List<TaskCounters> tasks) {
    public TaskReport {
        tasks = List.copyOf(tasks);
    }
}
