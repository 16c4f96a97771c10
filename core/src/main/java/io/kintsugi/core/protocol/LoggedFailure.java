package io.kintsugi.core.protocol;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * A failure of a job or of one of its tasks, as the leader remembers it.
 *
 * @param seq rising by one within a job, from 1
 * @param atMs milliseconds since 1970, by the leader's clock
 * @param attempt that failed; null where the job as a whole did
 * @param node where; null where the job as a whole failed
 */
public record LoggedFailure(
        long seq,
        long atMs,
        @Nullable AttemptId attempt,
        @Nullable NodeId node,
        Failure failure) {}
