package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.checkpoint.CheckpointedJob;
import io.kintsugi.coordinator.checkpoint.StoredCheckpoints;
import io.kintsugi.coordinator.checkpoint.Supersteps;
import io.kintsugi.coordinator.schedule.Placement;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.recovery.Recovery;
import org.jspecify.annotations.Nullable;

/**
 * A job that was planned and placed.
 *
 * @param term of the leader, carried by every command
 * @param checkpoints null for a job that takes none
 * @param found what the store holds under its name, for a job that iterates
 */
public record JobToRun(
        JobSpec spec,
        Plan plan,
        Placement placement,
        Term term,
        Recovery recovery,
        @Nullable CheckpointedJob checkpoints,
        StoredCheckpoints found) {
    /** A job under whose name nothing is stored. */
    public JobToRun(
            JobSpec spec,
            Plan plan,
            Placement placement,
            Term term,
            Recovery recovery,
            @Nullable CheckpointedJob checkpoints) {
        this(spec, plan, placement, term, recovery, checkpoints, StoredCheckpoints.none());
    }

    /** What its iterations go on with. */
    Supersteps.Job supersteps() {
        return new Supersteps.Job(spec.id(), term, plan, found);
    }
}
