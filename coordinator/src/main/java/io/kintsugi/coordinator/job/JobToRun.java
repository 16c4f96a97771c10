package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.schedule.Placement;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.JobSpec;

/**
 * A job that was planned and placed.
 *
 * @param term of the leader, carried by every command
 */
public record JobToRun(JobSpec spec, Plan plan, Placement placement, Term term) {}
