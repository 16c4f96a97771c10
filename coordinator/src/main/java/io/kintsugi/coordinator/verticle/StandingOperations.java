package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.client.ApiReply;
import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemError;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;

/** Which nodes take tasks, in the words of the API. */
final class StandingOperations {
    private final JobDirectory jobs;
    private final LongActions actions;
    private final int quarantineHoursMax;

    StandingOperations(JobDirectory jobs, LongActions actions, int quarantineHoursMax) {
        this.jobs = jobs;
        this.actions = actions;
        this.quarantineHoursMax = quarantineHoursMax;
    }

    Future<ApiReply> drain(ApiCall call) {
        return jobs.drain(call.parameter("node"), true).compose(drain -> actions.draining(call, drain));
    }

    Future<ApiReply> undrain(ApiCall call) {
        return jobs.drain(call.parameter("node"), false).map(drain -> ApiReply.ok(json(drain)));
    }

    Future<ApiReply> quarantine(ApiCall call) {
        Instant until = until(call.body().getString("until"));
        return jobs.quarantine(call.parameter("node"), until, call.body().getString("reason"))
                .map(standing -> ApiReply.ok(json(standing)));
    }

    Future<ApiReply> release(ApiCall call) {
        return jobs.release(call.parameter("node")).map(standing -> ApiReply.ok(json(standing)));
    }

    /** By the clock of the leader. */
    private Instant until(String text) {
        Instant now = Instant.now();
        Instant latest = now.plus(Duration.ofHours(quarantineHoursMax));
        Instant until;
        try {
            until = OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException notThere) {
            throw invalid("expected a time that exists, such as '%s', found '%s'".formatted(now, text));
        }
        if (!until.isAfter(now) || until.isAfter(latest)) {
            throw invalid("expected a time after %s and not after %s (api.quarantine-hours-max), found '%s'"
                    .formatted(now, latest, text));
        }
        return until;
    }

    private static RuntimeException invalid(String detail) {
        ProblemError error = ProblemError.at("#/until", "wrong-value", detail);
        return Problem.of(ProblemCode.INVALID_REQUEST, List.of(error)).toException();
    }

    static JsonObject json(NodeStanding standing) {
        return new JsonObject().put("name", standing.node().name()).mergeIn(standing.toJson());
    }
}
