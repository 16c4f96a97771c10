package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.checkpoint.CheckpointedJob;
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
 * @param checkpoints null for a job that stores no state
 */
public record JobToRun(
        JobSpec spec,
        Plan plan,
        Placement placement,
        Term term,
        Recovery recovery,
        @Nullable CheckpointedJob checkpoints) {}
