package io.kintsugi.cluster.artifact;

import io.vertx.core.Future;

/** The JARs of this node, and how one is deleted everywhere. */
public record Artifacts(ArtifactStore store, Deletion deletion) {
    /** Deletes a JAR on all nodes. */
    public interface Deletion {
        /** Completes when no node in view has it; one that is not in view may bring it back. */
        Future<Void> delete(ArtifactId id);
    }
}
