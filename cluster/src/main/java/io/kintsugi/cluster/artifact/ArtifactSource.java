package io.kintsugi.cluster.artifact;

import io.vertx.core.Future;
import java.nio.file.Path;

/** Where a job's JAR comes from. */
@FunctionalInterface
public interface ArtifactSource {
    /** The file on this node's disk; fails with a problem that says where it was looked for. */
    Future<Path> locate(ArtifactId id);

    /** Has none: for nodes without uploads. */
    static ArtifactSource none() {
        return id -> Future.failedFuture(ArtifactStore.missing(id, "this node keeps no artifacts"));
    }
}
