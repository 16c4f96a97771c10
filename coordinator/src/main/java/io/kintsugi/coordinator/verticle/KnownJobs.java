package io.kintsugi.coordinator.verticle;

import io.kintsugi.coordinator.job.Survey;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.protocol.JobInventory;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.StopRequest;
import io.kintsugi.core.protocol.WorkerInventory;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Jobs of leaders before that this one does not lead: those that have ended, and those that it is about to take over. And what
 * workers have said of them. On the leader's loop only.
 */
final class KnownJobs {
    private final Map<String, Known> jobs = new TreeMap<>();
    private final Map<NodeId, WorkerInventory> answers = new LinkedHashMap<>();

    /**
     * @param waits whether it is to be taken over, else it has ended
     * @param stop how it is to stop, if it waits and somebody has asked for that
     */
    record Known(JobStatus status, SubmitRequest request, boolean waits, Optional<StopRequest> stop) {}

    /** It is to be taken over. */
    void waits(JobStatus status, SubmitRequest request, Optional<StopRequest> stop) {
        put(new Known(status, request, true, stop));
    }

    void ended(JobStatus status, SubmitRequest request) {
        put(new Known(status, request, false, Optional.empty()));
    }

    private void put(Known known) {
        jobs.put(known.status().spec().id().name(), known);
    }

    /** No change if the job does not wait. */
    void stopAsked(JobId id, StopRequest stop) {
        if (waits(id)) {
            jobs.computeIfPresent(
                    id.name(), (name, known) -> new Known(known.status(), known.request(), true, Optional.of(stop)));
        }
    }

    /** How a job that waits is to stop. */
    Optional<StopRequest> stopOf(JobId id) {
        return get(id.name()).filter(known -> waits(id)).flatMap(Known::stop);
    }

    void remove(String name) {
        jobs.remove(name);
    }

    Optional<Known> get(String name) {
        return Optional.ofNullable(jobs.get(name));
    }

    Collection<Known> all() {
        return jobs.values();
    }

    boolean waits(JobId id) {
        return get(id.name())
                .filter(known -> known.waits() && known.status().spec().id().equals(id))
                .isPresent();
    }

    void answered(WorkerInventory inventory) {
        answers.put(inventory.worker(), inventory);
    }

    void lost(NodeId worker) {
        answers.remove(worker);
    }

    Collection<WorkerInventory> answers() {
        return answers.values();
    }

    /** How many slots of a worker the jobs hold that wait. */
    int slotsOn(NodeId worker) {
        WorkerInventory inventory = answers.get(worker);
        return inventory == null
                ? 0
                : inventory.jobs().stream()
                        .filter(job -> waits(job.spec().id()))
                        .mapToInt((JobInventory job) -> Survey.slots(job))
                        .sum();
    }
}
