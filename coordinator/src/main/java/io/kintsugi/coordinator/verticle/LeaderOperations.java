package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.artifact.Artifacts;
import io.kintsugi.cluster.artifact.JobLoader;
import io.kintsugi.cluster.client.ApiReply;
import io.kintsugi.core.config.ApiSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** What only the leader answers: one function for each operation of the contract. */
public final class LeaderOperations {
    private final JobDirectory jobs;
    private final Map<String, Function<ApiCall, Future<ApiReply>>> handlers = new TreeMap<>();

    /**
     * @param jobs the leader's directory
     * @param loader builds jobs that are asked for without a name or only looked at
     * @param artifacts this node's JARs
     * @param settings how long requests may wait, and how much is remembered of what they began
     */
    public LeaderOperations(
            Vertx vertx, JobDirectory jobs, JobLoader loader, Artifacts artifacts, ApiSettings settings) {
        this.jobs = jobs;
        LongActions actions = new LongActions(vertx, settings, jobs);
        handlers.put("getOperation", actions::get);
        JobOperations job = new JobOperations(jobs, loader, actions);
        handlers.put("submitJob", job::submit);
        handlers.put("putJob", job::put);
        handlers.put("getJob", job::get);
        handlers.put("listJobs", job::list);
        handlers.put("stopJob", job::stop);
        handlers.put("restartJob", job::restart);
        handlers.put("deleteJob", job::delete);
        handlers.put("failTask", job::failTask);
        handlers.put("validateJob", job::validate);
        RecoveryOperations recovery = new RecoveryOperations(jobs);
        handlers.put("listRecoveries", recovery::listRecoveries);
        handlers.put("getRecovery", recovery::getRecovery);
        handlers.put("getLoss", recovery::getLoss);
        InsightOperations insight = new InsightOperations(jobs);
        handlers.put("getGraph", insight::graph);
        handlers.put("getJobMetrics", insight::metrics);
        handlers.put("listEvents", insight::events);
        handlers.put("listClusterEvents", insight::clusterEvents);
        handlers.put("listErrors", insight::errors);
        handlers.put("getTask", insight::task);
        CheckpointOperations checkpoint = new CheckpointOperations(jobs, actions);
        handlers.put("listCheckpoints", checkpoint::listCheckpoints);
        handlers.put("listSavepoints", checkpoint::listSavepoints);
        handlers.put("triggerSavepoint", checkpoint::triggerSavepoint);
        handlers.put("getSavepoint", checkpoint::getSavepoint);
        handlers.put("deleteSavepoint", checkpoint::deleteSavepoint);
        StandingOperations standing = new StandingOperations(jobs, actions, settings.quarantineHoursMax());
        handlers.put("drainNode", standing::drain);
        handlers.put("undrainNode", standing::undrain);
        handlers.put("quarantineNode", standing::quarantine);
        handlers.put("releaseNode", standing::release);
        ArtifactOperations artifact = new ArtifactOperations(vertx, artifacts, jobs);
        handlers.put("listArtifacts", artifact::list);
        handlers.put("getArtifact", artifact::get);
        handlers.put("deleteArtifact", artifact::delete);
        handlers.put("listBuilders", job::builders);
    }

    Set<String> ids() {
        return handlers.keySet();
    }

    Future<ApiReply> handle(ApiCall call) {
        Function<ApiCall, Future<ApiReply>> handler = handlers.get(call.operation());
        if (handler == null) {
            throw new IllegalStateException("operation " + call.operation() + " is in the contract and has no handler");
        }
        String run = call.parameters().getString("ifMatch", "*");
        return run.equals("*")
                ? handler.apply(call)
                : jobs.onlyIf(call.parameter("name"), Long.parseLong(run.replace("\"", "")), () -> handler.apply(call));
    }
}
