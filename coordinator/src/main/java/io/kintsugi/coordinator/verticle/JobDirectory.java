package io.kintsugi.coordinator.verticle;

import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.protocol.JobStatus;
import io.vertx.core.Future;
import java.util.List;

/**
 * The jobs of the cluster, live and ended; answers only on the node that leads. Any thread may call; futures complete on
 * the leader's event loop, and expected failures are {@link JobRejectedException}.
 */
public interface JobDirectory {
    /** Completes once the job has been planned and placed, so usually while its tasks are still being deployed. */
    Future<JobStatus> submit(SubmitRequest request);

    /** The newest run of the name. */
    Future<JobStatus> get(String name);

    /** The newest run of every name, by name. */
    Future<List<JobStatus>> list();

    /** Asks the job to stop and completes at once, with the status after the asking. No change if it has ended. */
    Future<JobStatus> stop(String name, StopMode mode);
}
