package io.kintsugi.coordinator.verticle;

import io.kintsugi.coordinator.job.JobEvent;
import io.kintsugi.coordinator.verticle.JobDirectory.Restarting;
import io.kintsugi.coordinator.verticle.JobRejectedException.Reason;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.protocol.JobStatus;
import io.vertx.core.Future;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Ends runs and begins the next ones with the same words. What can be found wrong is said before a run is ended. On the
 * leader's loop only.
 */
final class JobRestarts {
    private final Reign reign;
    private final Set<String> underWay = new TreeSet<>();

    JobRestarts(Reign reign) {
        this.reign = reign;
    }

    /** @param from null: the next run begins with no state */
    Future<Restarting> restart(String name, @Nullable StartFrom from) {
        JobRunner old = reign.job(name).orElse(null);
        if (old == null) {
            return reign.get(name).map(status -> new Restarting(status, Future.succeededFuture(status)));
        }
        if (from != null && !old.isCheckpointed()) {
            return JobRejectedException.future(
                    Reason.NOT_CHECKPOINTED,
                    "job '%s' stores no state, so it cannot begin with %s; restart it from none".formatted(name, from));
        }
        if (!underWay.add(name)) {
            return JobRejectedException.future(
                    Reason.NAME_TAKEN,
                    "job '%s' is being restarted; wait until its next run has begun".formatted(name));
        }
        return reign.savepoints()
                .requireStart(name, from, old.plan())
                .onFailure(refused -> underWay.remove(name))
                .map(found -> new Restarting(old.status(), next(old, from)));
    }

    private Future<JobStatus> next(JobRunner old, @Nullable StartFrom from) {
        String name = old.id().name();
        old.take(new JobEvent.StopRequested(StopMode.NOW));
        return old.ended()
                .compose(ended -> reign.begin(old.request(), from))
                .map(JobDirectory.Submitted::status)
                .onComplete(done -> underWay.remove(name));
    }
}
