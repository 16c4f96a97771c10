package io.kintsugi.node;

import io.kintsugi.cluster.artifact.LocalJobs;
import io.kintsugi.cluster.client.KintsugiClient;
import io.kintsugi.cluster.client.KintsugiClient.Submission;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobBuilder;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.node.config.NodeConfig;
import io.kintsugi.node.metrics.NodeMetrics;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Stream processing inside an application: a node of its own on the application's Vert.x, or a member of a cluster. Any
 * thread may call; futures complete on an event loop. Failures of requests are {@code ProblemException}s.
 */
public final class Kintsugi {
    private static final long POLL_MS = 50;

    private final Vertx vertx;
    private final KintsugiClient client;
    private final LocalJobs localJobs;
    private final NodeMetrics metrics;
    private final StopOrder order;

    /** Job objects by name; a new object of the same name takes the place of the one before. */
    private final Map<String, String> locals = new ConcurrentSkipListMap<>();

    Kintsugi(Vertx vertx, Services services, NodeMetrics metrics, StopOrder order) {
        this.vertx = vertx;
        this.client = KintsugiClient.create(vertx).as(services.ownCredentials());
        this.localJobs = services.localJobs();
        this.metrics = metrics;
        this.order = order;
    }

    /**
     * Starts a node that is its own cluster, with the roles coordinator and worker, on a Vert.x that is there already. It
     * keeps what it must in a temporary folder, which {@link #close} removes.
     */
    public static Future<Kintsugi> embedded(Vertx vertx) {
        return EmbeddedStart.inTemporaryFolder(vertx, contextClasses());
    }

    /** As {@link #embedded(Vertx)}, with these settings; the area {@code cluster} does not count. */
    public static Future<Kintsugi> embedded(Vertx vertx, NodeConfig config) {
        return EmbeddedStart.start(vertx, config, contextClasses(), new StopOrder());
    }

    /**
     * Joins or founds a cluster with a Vert.x of its own, see {@link #vertx()}. Call it from a thread that may block for a
     * moment: it may ask the system for names and ports. A node that the others give up, since it paused or was cut off for
     * too long, closes itself; its requests fail from then on, and the application starts another one.
     */
    public static Future<Kintsugi> clustered(NodeConfig config) {
        return Node.start(config).map(Node::kintsugi);
    }

    /**
     * Runs a job object. It runs only inside this JVM: in a cluster this node has to lead and to be the only worker, so a
     * builder class is what a cluster wants. Completes when the job has been placed.
     */
    public Future<JobStatus> submit(Job job) {
        String local = localJobs.add(job);
        return client.submit(new Submission(job.name(), local, Map.of(), null))
                .onSuccess(status -> replace(locals.put(job.name(), local)))
                .onFailure(refused -> localJobs.remove(local));
    }

    /** Runs what a builder class makes of these parameters; the class is on the class path of every node. */
    public Future<JobStatus> submit(Class<? extends JobBuilder> builder, Map<String, String> parameters) {
        return client.submit(Submission.of(builder, parameters));
    }

    /** The newest run of a job with its tasks. */
    public Future<JobStatus> job(String name) {
        return client.get(name);
    }

    /** All jobs, by name, without their tasks. */
    public Future<List<JobStatus>> jobs() {
        return client.list();
    }

    /** Asks a job to stop and completes at once. A savepoint is named after the time; the client can give it a name. */
    public Future<JobStatus> stop(String name, StopMode mode) {
        return client.stop(name, mode);
    }

    /** Completes when the job has ended, however; fails with {@link TimeoutException} if it lives longer than this. */
    public Future<JobStatus> ended(String name, long withinMs) {
        return client.get(name).compose(status -> {
            if (status.state().isTerminal()) {
                return Future.succeededFuture(status);
            }
            if (withinMs <= 0) {
                return Future.failedFuture(new TimeoutException(
                        "job " + status.spec().id() + " has not ended in time; it is " + status.state()));
            }
            return vertx.timer(POLL_MS).compose(waited -> ended(name, withinMs - POLL_MS));
        });
    }

    /** Makes a running task fail, to see what a failure costs. */
    public Future<JobStatus> failTask(String name, TaskId task) {
        return client.failTask(name, task);
    }

    /** The last checkpoints of a job. */
    public Future<List<CheckpointStatus>> checkpoints(String name) {
        return client.checkpoints(name);
    }

    /** Recoveries of the newest run of a job, newest first. */
    public Future<List<RecoveryStatus>> recoveries(String name) {
        return client.recoveries(name);
    }

    /** What the recoveries of the newest run of a job have cost. */
    public Future<LossStatus> loss(String name) {
        return client.loss(name);
    }

    /** For everything else that the API can do. */
    public KintsugiClient client() {
        return client;
    }

    /** The one that this node runs on. */
    public Vertx vertx() {
        return vertx;
    }

    /** This node's metrics in the Prometheus text format. */
    public String metrics() {
        return metrics.scrape();
    }

    /** Stops the tasks of this node first, since others may take their places, and then the rest. Never fails. */
    Future<Void> fence() {
        return order.stop(Services.WORKER);
    }

    /** Stops this node in order: console, coordinator, worker, cluster. Never fails. */
    public Future<Void> close() {
        return order.stop();
    }

    private void replace(@Nullable String before) {
        if (before != null) {
            localJobs.remove(before);
        }
    }

    private static ClassLoader contextClasses() {
        return Optional.ofNullable(Thread.currentThread().getContextClassLoader())
                .orElseGet(Kintsugi.class::getClassLoader);
    }
}
