package io.kintsugi.cluster.artifact;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobParameter;
import java.util.List;

/**
 * A job that was built on this node, and the loader of its classes.
 *
 * @param parameters that its builder asked for; none for a job object
 */
public record LoadedJob(Job job, List<JobParameter> parameters, ClassLoader classes) {
    public LoadedJob {
        parameters = List.copyOf(parameters);
    }
}
