package io.kintsugi.cluster.artifact;

import io.kintsugi.core.protocol.JobSpec;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What makes a job, before the job has a name.
 *
 * @param builder name of a class that implements {@code JobBuilder}, or {@code local:<id>}
 * @param artifact the JAR that holds the class; empty: the class path
 */
public record JobProgram(String builder, Map<String, String> parameters, Optional<ArtifactId> artifact) {
    public JobProgram {
        parameters = new TreeMap<>(parameters);
    }

    static JobProgram of(JobSpec spec) {
        return new JobProgram(
                spec.builder(),
                spec.parameters(),
                Optional.ofNullable(spec.artifact()).map(ArtifactId::new));
    }
}
