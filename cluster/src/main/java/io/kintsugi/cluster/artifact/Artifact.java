package io.kintsugi.cluster.artifact;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;

/** A JAR that lies whole and checked in this node's store. */
public record Artifact(ArtifactId id, long sizeBytes, Path file) {
    /** As the API shows it. */
    public JsonObject toJson() {
        return new JsonObject().put("digest", id.digest()).put("sizeBytes", sizeBytes);
    }
}
