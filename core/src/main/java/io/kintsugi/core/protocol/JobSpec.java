package io.kintsugi.core.protocol;

import io.kintsugi.core.model.JobId;
import io.kintsugi.core.recovery.Recovery;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All that a node needs to build a job by itself.
 *
 * @param builder name of a class that implements {@code JobBuilder}, or of a job registered in this JVM
 * @param parameters given to the builder; kept by name
 * @param artifact {@code sha256:...} of an uploaded JAR that holds the builder, or null for the class path
 * @param fingerprint of the graph that the leader built; a worker whose graph differs refuses the task
 * @param recovery what counts in place of what the job itself says, or null
 */
public record JobSpec(
        JobId id,
        String builder,
        Map<String, String> parameters,
        @Nullable String artifact,
        String fingerprint,
        @Nullable Recovery recovery) {
    public JobSpec {
        parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
    }

    /** One whose recovery is that of the job. */
    public JobSpec(
            JobId id, String builder, Map<String, String> parameters, @Nullable String artifact, String fingerprint) {
        this(id, builder, parameters, artifact, fingerprint, null);
    }
}
