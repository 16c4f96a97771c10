package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.client.RecoveryJson;
import io.kintsugi.cluster.storage.StoredJob;
import io.kintsugi.core.config.RecoverySettings;
import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.recovery.Recovery;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a job to run.
 *
 * @param name of the job
 * @param builder name of a class that implements {@code JobBuilder}, or of a job registered in the leader's JVM
 * @param artifact {@code sha256:...} of an uploaded JAR that holds the builder, or null for the class path
 * @param from the savepoint to begin with, or null for a job that begins with no state
 * @param recovery what counts in place of what the job says itself, as {@code RecoveryJson} reads it; empty for nothing
 * @param idempotent if the newest job of this name was asked for in the same words, answer with it, ended or not, instead
 *     of starting a run or refusing; so the request can be sent again by someone who missed the answer
 */
public record SubmitRequest(
        String name,
        String builder,
        Map<String, String> parameters,
        @Nullable String artifact,
        @Nullable StartFrom from,
        JsonObject recovery,
        boolean idempotent) {
    /** What counts for the job: the request before the job itself, and that before the configuration. */
    Recovery recovery(JobGraph graph, RecoverySettings unlessSaid) {
        if (graph.isBatch()) {
            return RecoveryJson.read(recovery, graph.recovery());
        }
        boolean checkpointed = graph.checkpointing().isPresent();
        Recovery own = graph.ownRecovery()
                .orElseGet(() -> RecoveryJson.strategy(recovery)
                        .map(asked -> unlessSaid.recovery(asked, checkpointed))
                        .orElseGet(() -> unlessSaid.recovery(checkpointed)));
        return RecoveryJson.read(recovery, own);
    }

    /** What a job was asked for with, also under another leader. */
    static SubmitRequest of(StoredJob stored) {
        JobSpec spec = stored.spec();
        return new SubmitRequest(
                spec.id().name(),
                spec.builder(),
                spec.parameters(),
                spec.artifact(),
                StartFrom.of(stored.from()),
                stored.askedRecovery(),
                false);
    }

    SubmitRequest idempotent(boolean changed) {
        return new SubmitRequest(name, builder, parameters, artifact, from, recovery, changed);
    }
}
