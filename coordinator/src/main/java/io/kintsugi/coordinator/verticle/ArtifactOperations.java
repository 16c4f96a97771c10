package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.artifact.Artifact;
import io.kintsugi.cluster.artifact.ArtifactId;
import io.kintsugi.cluster.artifact.Artifacts;
import io.kintsugi.cluster.client.ApiReply;
import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** What the leader knows about JARs; they come over HTTP and go between nodes, not through here. */
final class ArtifactOperations {
    private final Vertx vertx;
    private final Artifacts artifacts;
    private final JobDirectory jobs;

    ArtifactOperations(Vertx vertx, Artifacts artifacts, JobDirectory jobs) {
        this.vertx = vertx;
        this.artifacts = artifacts;
        this.jobs = jobs;
    }

    Future<ApiReply> list(ApiCall call) {
        return vertx.executeBlocking(artifacts.store()::list, false)
                .map(all -> ItemPage.of(
                        call, all.stream().map(Artifact::toJson).toList(), artifact -> artifact.getString("digest")));
    }

    Future<ApiReply> get(ApiCall call) {
        return find(new ArtifactId(call.parameter("digest"))).map(artifact -> ApiReply.ok(artifact.toJson()));
    }

    /** Only when no live job runs from it, since its tasks may restart on a node that does not have it yet. */
    Future<ApiReply> delete(ApiCall call) {
        ArtifactId id = new ArtifactId(call.parameter("digest"));
        return find(id).compose(artifact -> jobs.list()
                .compose(all -> all.stream()
                        .filter(job -> !job.state().isTerminal())
                        .filter(job -> id.digest().equals(job.spec().artifact()))
                        .findFirst()
                        .map(user -> ArtifactOperations.<ApiReply>inUse(
                                id, user.spec().id().name()))
                        .orElseGet(() -> artifacts.deletion().delete(id).map(gone -> ApiReply.ok(artifact.toJson())))));
    }

    private static <T> Future<T> inUse(ArtifactId id, String job) {
        return Future.failedFuture(Problem.of(
                        ProblemCode.ARTIFACT_IN_USE, "job '%s' runs from artifact %s; stop it first".formatted(job, id))
                .toException());
    }

    private Future<Artifact> find(ArtifactId id) {
        return vertx.executeBlocking(() -> artifacts.store().find(id), false)
                .map(found -> found.orElseThrow(
                        () -> Problem.of(ProblemCode.UNKNOWN_ARTIFACT, "the leader has no artifact " + id)
                                .toException()));
    }
}
