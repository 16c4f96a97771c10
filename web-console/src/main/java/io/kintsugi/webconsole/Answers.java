package io.kintsugi.webconsole;

import io.kintsugi.cluster.client.ApiReply;
import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemException;
import io.kintsugi.cluster.security.TryLaterException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes answers. All of them, also those to broken requests, are JSON that the contract describes. */
final class Answers {
    static final String JSON = "application/json";
    static final String PROBLEM = "application/problem+json";
    static final String HTML = "text/html;charset=utf-8";
    static final String YAML = "application/yaml";

    private static final Logger LOG = LoggerFactory.getLogger(Answers.class);
    private static final String REQUEST_ID = "kintsugi.requestId";

    private Answers() {}

    /** The same for all that happens to one request. */
    static String requestId(RoutingContext context) {
        String id = context.get(REQUEST_ID);
        if (id == null) {
            id = UUID.randomUUID().toString();
            context.put(REQUEST_ID, id);
        }
        return id;
    }

    static void reply(RoutingContext context, ApiReply reply) {
        if (!reply.location().isEmpty()) {
            context.response().putHeader(HttpHeaders.LOCATION, reply.location());
        }
        json(context, reply.status(), reply.body());
    }

    static void json(RoutingContext context, int status, JsonObject body) {
        end(context, status, JSON, body.toBuffer());
    }

    static void problem(RoutingContext context, Problem problem) {
        Problem named = problem.requestId().isEmpty() ? problem.withRequestId(requestId(context)) : problem;
        if (problem.code().isTransient()) {
            context.response().putHeader(HttpHeaders.RETRY_AFTER, "1");
        }
        if (problem.code() == ProblemCode.UNAUTHENTICATED) {
            context.response().putHeader("WWW-Authenticate", "Bearer realm=\"kintsugi\"");
        }
        end(context, problem.code().status(), PROBLEM, named.toJson().toBuffer());
    }

    /** A problem as it is; anything else is a bug, whose trace goes to the log. */
    static void failure(RoutingContext context, Throwable failure) {
        if (failure instanceof TryLaterException later) {
            context.response().putHeader(HttpHeaders.RETRY_AFTER, Long.toString(later.afterS()));
        }
        if (failure instanceof ProblemException known) {
            problem(context, known.problem());
            return;
        }
        if (clientIsGone(context, failure)) {
            LOG.debug("request={} went away before its answer", requestId(context), failure);
            return;
        }
        LOG.error(
                "http {} {} request={} broke",
                context.request().method(),
                context.request().path(),
                requestId(context),
                failure);
        problem(context, Problem.of(ProblemCode.INTERNAL, "the log has the details under the request id"));
    }

    /** As {@link #failure}; what is left of the body is not read, so the connection cannot serve another request. */
    static void refuse(RoutingContext context, Throwable failure) {
        if (!context.request().isEnded()) {
            context.response().putHeader(HttpHeaders.CONNECTION, "close");
            context.request().resume();
        }
        failure(context, failure);
    }

    /** A reset is told before the response is closed. */
    private static boolean clientIsGone(RoutingContext context, Throwable failure) {
        return context.response().closed()
                || failure instanceof HttpClosedException
                || (failure instanceof IOException
                        && String.valueOf(failure.getMessage()).contains("Connection reset"));
    }

    static Problem tooLarge(long limit) {
        return Problem.of(
                ProblemCode.PAYLOAD_TOO_LARGE,
                "the body has more than %d bytes (http.body-bytes-max)".formatted(limit));
    }

    static void end(RoutingContext context, int status, String type, Buffer body) {
        HttpServerResponse response = context.response();
        if (response.ended() || response.closed()) {
            return;
        }
        response.setStatusCode(status)
                .putHeader(HttpHeaders.CONTENT_TYPE, type)
                .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
                .putHeader("X-Content-Type-Options", "nosniff");
        if (type.equals(HTML)) {
            response.putHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        }
        response.end(body);
    }
}
