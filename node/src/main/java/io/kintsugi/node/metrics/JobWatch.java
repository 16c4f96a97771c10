package io.kintsugi.node.metrics;

import io.kintsugi.coordinator.verticle.JobDirectory;
import io.kintsugi.core.protocol.JobStatus;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Brings what the leader knows about its jobs into the metrics, again and again; nothing while this node does not lead. */
public final class JobWatch {
    private final Vertx vertx;
    private final JobDirectory jobs;
    private final NodeMetrics metrics;
    private final AtomicBoolean looks = new AtomicBoolean();
    private final long timer;

    private JobWatch(Vertx vertx, JobDirectory jobs, NodeMetrics metrics, long periodMs) {
        this.vertx = vertx;
        this.jobs = jobs;
        this.metrics = metrics;
        this.timer = vertx.setPeriodic(periodMs, id -> look());
    }

    public static JobWatch start(Vertx vertx, JobDirectory jobs, NodeMetrics metrics, long periodMs) {
        return new JobWatch(vertx, jobs, metrics, periodMs);
    }

    public Future<Void> close() {
        vertx.cancelTimer(timer);
        return Future.succeededFuture();
    }

    private void look() {
        if (!looks.compareAndSet(false, true)) {
            return; // The leader is slower than the timer.
        }
        figures(jobs).otherwise(List.of()).onComplete(found -> {
            metrics.show(found.result());
            looks.set(false);
        });
    }

    /** Of all jobs but those that are forgotten meanwhile. */
    static Future<List<JobFigures>> figures(JobDirectory jobs) {
        return jobs.list()
                .compose(all -> Future.all(
                        all.stream().map(status -> figures(jobs, status)).toList()))
                .map(each -> each.<Optional<JobFigures>>list().stream()
                        .flatMap(Optional::stream)
                        .toList());
    }

    private static Future<Optional<JobFigures>> figures(JobDirectory jobs, JobStatus status) {
        String name = status.spec().id().name();
        return jobs.loss(name)
                .compose(loss -> jobs.recoveries(name)
                        .map(recoveries -> Optional.of(new JobFigures(
                                status,
                                loss,
                                recoveries.isEmpty() ? 0 : recoveries.get(0).id()))))
                .otherwise(Optional.empty());
    }
}
