package io.kintsugi.core.protocol;

import io.kintsugi.core.model.JobId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that a node needs to build a job by itself.
 *
 * @param builder name of a class that implements {@code JobBuilder}, or of a job registered in this JVM
 * @param parameters given to the builder
 * @param artifact {@code sha256:...} of an uploaded JAR that holds the builder, or null for the class path
 * @param fingerprint of the graph that the leader built; a worker whose graph differs refuses the task
 */
public record JobSpec(
        JobId id,
        String builder,
        Map<String, String> parameters,
        @Nullable String artifact,
        String fingerprint) {}
