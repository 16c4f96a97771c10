package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.TestJobs;
import io.kintsugi.coordinator.schedule.PlacementResult;
import io.kintsugi.coordinator.schedule.Scheduler;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.JobSpec;
import java.util.List;
import java.util.Map;

/** The job that the tests of this package run: read(2) -> work(2) -> write(1) on two workers. */
final class Stories {
    static final NodeId W1 = new NodeId("w1", "a");
    static final NodeId W2 = new NodeId("w2", "b");
    static final JobId JOB = new JobId("clicks", 1);
    static final CoordinatorSettings SETTINGS = new CoordinatorSettings(3, 500, 600_000, 30_000, 10, 10);
    static final JobGraph GRAPH = TestJobs.graph(2, 2, 1);
    static final Plan PLAN = Plan.of(GRAPH);

    private Stories() {}

    static JobMaster master() {
        JobSpec spec = new JobSpec(JOB, "Clicks", Map.of(), null, GRAPH.fingerprint());
        PlacementResult placed = Scheduler.place(PLAN, List.of(new SlotOffer(W1, 2, 2), new SlotOffer(W2, 2, 2)));
        JobToRun job = new JobToRun(spec, PLAN, ((PlacementResult.Placed) placed).placement(), new Term(7));
        return new JobMaster(job, SETTINGS, 1_000);
    }

    static AttemptId attempt(String task) {
        return AttemptId.first(TaskId.parse(task));
    }
}
