package io.kintsugi.core.protocol;

import io.kintsugi.core.model.CheckpointState;
import io.kintsugi.core.model.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A savepoint, or one that somebody asked for.
 *
 * @param job the run whose state it is
 * @param checkpoint its number, or 0 before there is one
 * @param atMs when it was complete, or given up, in milliseconds since 1970; 0 while it is pending
 * @param bytes that its versions take together
 * @param reason why it was given up, or null
 */
public record SavepointStatus(
        JobId job,
        String name,
        CheckpointState state,
        long checkpoint,
        long atMs,
        long bytes,
        @Nullable String reason) {}
