package io.kintsugi.worker.verticle;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.worker.inventory.JobMemory;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The part of one job that runs on this worker. Used on the worker verticle's context. */
final class WorkerJob {
    private final JobSpec spec;
    private final Future<TaskWiring.Shared> shared;
    private final Spares spares;
    private final JobMemory memory;
    private final Map<TaskId, Attempt> attempts = new LinkedHashMap<>();

    /**
     * A task attempt on this worker.
     *
     * @param verticle there from the moment that its wiring was built
     * @param deploymentId there when it is deployed; fails where the task could not be opened
     */
    record Attempt(AttemptId id, Future<TaskVerticle> verticle, Future<String> deploymentId) {
        /** The task, once it is open. */
        Optional<TaskVerticle> deployed() {
            return deploymentId.succeeded() ? Optional.of(verticle.result()) : Optional.empty();
        }

        /** One entry, or none before the verticle was built. */
        List<TaskCounters> counters() {
            TaskVerticle built = verticle.result();
            return built == null ? List.of() : List.of(built.counters());
        }
    }

    /** @param shared there when the job's graph has been built here */
    WorkerJob(JobSpec spec, Future<TaskWiring.Shared> shared, Spares spares) {
        this.spec = spec;
        this.shared = shared;
        this.spares = spares;
        this.memory = new JobMemory(spec);
    }

    JobSpec spec() {
        return spec;
    }

    Future<TaskWiring.Shared> shared() {
        return shared;
    }

    /** For leaders to come. */
    JobMemory memory() {
        return memory;
    }

    Spares spares() {
        return spares;
    }

    Optional<Attempt> attempt(TaskId task) {
        return Optional.ofNullable(attempts.get(task));
    }

    /** The attempt with just this number. */
    Optional<Attempt> attempt(AttemptId id) {
        return attempt(id.task()).filter(attempt -> attempt.id().equals(id));
    }

    void put(Attempt attempt) {
        attempts.put(attempt.id().task(), attempt);
    }

    void remove(AttemptId id) {
        attempt(id).ifPresent(attempt -> attempts.remove(id.task()));
    }

    List<Attempt> attempts() {
        return List.copyOf(attempts.values());
    }

    List<TaskCounters> counters() {
        return attempts.values().stream()
                .flatMap(attempt -> attempt.counters().stream())
                .toList();
    }
}
