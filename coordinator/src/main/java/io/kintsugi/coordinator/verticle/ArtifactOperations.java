package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.artifact.Artifact;
import io.kintsugi.cluster.artifact.ArtifactId;
import io.kintsugi.cluster.artifact.ArtifactStore;
import io.kintsugi.cluster.client.ApiReply;
import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** What the leader knows about JARs; they come and go over HTTP and between nodes, not through here. */
final class ArtifactOperations {
    private final Vertx vertx;
    private final ArtifactStore store;

    ArtifactOperations(Vertx vertx, ArtifactStore store) {
        this.vertx = vertx;
        this.store = store;
    }

    Future<ApiReply> list(ApiCall call) {
        return vertx.executeBlocking(store::list, false)
                .map(all -> new JsonArray(all.stream().map(Artifact::toJson).toList()))
                .map(items -> ApiReply.ok(new JsonObject().put("items", items)));
    }

    Future<ApiReply> get(ApiCall call) {
        ArtifactId id = new ArtifactId(call.parameter("digest"));
        return vertx.executeBlocking(() -> store.find(id), false)
                .map(found -> found.orElseThrow(
                        () -> Problem.of(ProblemCode.UNKNOWN_ARTIFACT, "the leader has no artifact " + id)
                                .toException()))
                .map(artifact -> ApiReply.ok(artifact.toJson()));
    }
}
