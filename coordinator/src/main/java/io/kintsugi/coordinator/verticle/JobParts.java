package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.storage.StoredJob;
import io.kintsugi.coordinator.checkpoint.CheckpointedJob;
import io.kintsugi.coordinator.checkpoint.Participants;
import io.kintsugi.coordinator.checkpoint.StoredCheckpoints;
import io.kintsugi.coordinator.history.JobHistory;
import io.kintsugi.coordinator.job.JobToRun;
import io.kintsugi.coordinator.job.Master;
import io.kintsugi.coordinator.schedule.Placement;
import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.layout.GraphOutline;
import java.util.Objects;
import java.util.Random;

/** What a job master is made of, for a job that begins as for one that is taken over. */
final class JobParts {
    private JobParts() {}

    /** What a run was begun with, which may be more than was asked for: it may go on where one before was. */
    record Origin(StoredJob stored, SubmitRequest request) {}

    static JobRunner runner(Origin origin, JobGraph graph, StoredCheckpoints found, Placement placement, Reign reign) {
        LeaderParts parts = reign.parts();
        StoredJob stored = origin.stored();
        JobToRun job = toRun(stored, graph, found, placement, reign);
        Master master = Master.of(job, parts.settings(), new Random(), stored.submittedAtMs());
        JobHistory history =
                new JobHistory(job.spec().id(), GraphOutline.of(job.plan()), parts.history(), reign.events());
        return new JobRunner(master, origin.request(), history, reign);
    }

    private static JobToRun toRun(
            StoredJob stored, JobGraph graph, StoredCheckpoints found, Placement placement, Reign reign) {
        Plan plan = Plan.of(graph);
        return new JobToRun(
                stored.spec(),
                plan,
                placement,
                reign.term(),
                Objects.requireNonNullElse(stored.spec().recovery(), graph.recovery()),
                graph.checkpointing()
                        .map(rules -> new CheckpointedJob(
                                stored.spec().id(),
                                reign.term(),
                                plan.keyGroups(),
                                Participants.of(plan),
                                rules,
                                reign.parts().checkpoints().retainedMax(),
                                found))
                        .orElse(null),
                found);
    }
}
