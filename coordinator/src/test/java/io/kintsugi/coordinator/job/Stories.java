package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.TestJobs;
import io.kintsugi.coordinator.checkpoint.CheckpointedJob;
import io.kintsugi.coordinator.checkpoint.Participants;
import io.kintsugi.coordinator.checkpoint.StoredCheckpoints;
import io.kintsugi.coordinator.schedule.Placement;
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
import io.kintsugi.core.recovery.Checkpointing;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.recovery.RestartStrategy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The job that the tests of this package run: read(2) -> work(2) -> write(1) on two workers. */
final class Stories {
    static final NodeId W1 = new NodeId("w1", "a");
    static final NodeId W2 = new NodeId("w2", "b");
    static final JobId JOB = new JobId("clicks", 1);
    static final CoordinatorSettings SETTINGS =
            new CoordinatorSettings(3, 500, 600_000, 30_000, 10_000, 5_000, 10, 10, 10, 100);
    static final JobGraph GRAPH = TestJobs.graph(2, 2, 1);
    static final Plan PLAN = Plan.of(GRAPH);

    private static final Term TERM = new Term(7);

    private Stories() {}

    /** Without checkpoints and without restarts. */
    static JobMaster master() {
        return master(Recovery.none(), null);
    }

    /** With checkpoints each 10 s, and restarts after 100 ms without limit. */
    static JobMaster checkpointed(StoredCheckpoints found) {
        return checkpointed(found, Recovery.region());
    }

    /** The same, with another strategy. */
    static JobMaster checkpointed(StoredCheckpoints found, Recovery recovery) {
        return checkpointed(PLAN, found, recovery);
    }

    /** The same as with an empty store, with an instance of work that stands by. */
    static JobMaster standingBy(Recovery recovery) {
        return checkpointed(
                Plan.of(TestJobs.standingBy()), StoredCheckpoints.none(), recovery.lossBudget(LossBudget.unlimited()));
    }

    private static JobMaster checkpointed(Plan plan, StoredCheckpoints found, Recovery recovery) {
        Checkpointing rules = Checkpointing.every(Duration.ofSeconds(10));
        RestartStrategy restart =
                RestartStrategy.exponential(Duration.ofMillis(100), Duration.ofSeconds(1), 0, Duration.ofHours(1));
        return master(
                plan,
                recovery.restart(restart),
                new CheckpointedJob(JOB, TERM, PLAN.keyGroups(), Participants.of(PLAN), rules, 2, found));
    }

    static JobMaster master(Recovery recovery, @Nullable CheckpointedJob checkpoints) {
        return master(PLAN, recovery, checkpoints);
    }

    /** read -> write(2) and read-too -> write-too(2), which restart after 20 ms. */
    static JobMaster twoRegions() {
        RestartStrategy restart = RestartStrategy.fixedDelay(10, Duration.ofMillis(20));
        return master(Plan.of(TestJobs.twoRegions()), Recovery.region().restart(restart), null);
    }

    private static JobMaster master(Plan plan, Recovery recovery, @Nullable CheckpointedJob checkpoints) {
        JobSpec spec = new JobSpec(JOB, "Clicks", Map.of(), null, GRAPH.fingerprint());
        PlacementResult placed = Scheduler.place(plan, List.of(new SlotOffer(W1, 2, 2), new SlotOffer(W2, 2, 2)));
        Placement placement = ((PlacementResult.Placed) placed).placement();
        JobToRun job = new JobToRun(spec, plan, placement, TERM, recovery, checkpoints);
        return new JobMaster(job, SETTINGS, new Random(1), 1_000);
    }

    static List<AttemptId> attempts(String... tasks) {
        return Stream.of(tasks).map(Stories::attempt).toList();
    }

    static AttemptId attempt(String task) {
        return AttemptId.first(TaskId.parse(task));
    }
}
