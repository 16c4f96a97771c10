package io.kintsugi.coordinator.job;

import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;

/** A job went from one state to another. */
public record JobTransition(JobId job, JobState from, JobState to, String reason) {}
