package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.client.ApiReply;
import io.kintsugi.cluster.client.LossJson;
import io.kintsugi.cluster.client.RecoveryStatusJson;
import io.vertx.core.Future;

/** The operations on recoveries and what they cost, between the JSON of the contract and the leader's directory. */
final class RecoveryOperations {
    private final JobDirectory jobs;

    RecoveryOperations(JobDirectory jobs) {
        this.jobs = jobs;
    }

    Future<ApiReply> listRecoveries(ApiCall call) {
        return jobs.recoveries(call.parameter("name"))
                .map(all -> ItemPage.of(
                        call,
                        all.stream().map(RecoveryStatusJson::summary).toList(),
                        recovery -> recovery.getString("id")));
    }

    Future<ApiReply> getRecovery(ApiCall call) {
        return jobs.recovery(call.parameter("name"), Long.parseLong(call.parameter("id")))
                .map(status -> ApiReply.ok(RecoveryStatusJson.detailed(status)));
    }

    Future<ApiReply> getLoss(ApiCall call) {
        return jobs.loss(call.parameter("name")).map(status -> ApiReply.ok(LossJson.write(status)));
    }
}
