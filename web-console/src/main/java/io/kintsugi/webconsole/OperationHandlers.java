package io.kintsugi.webconsole;

import io.kintsugi.cluster.client.ApiAddress;
import io.kintsugi.cluster.client.ApiReply;
import io.kintsugi.cluster.client.ApiRequest;
import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemError;
import io.kintsugi.cluster.client.ProblemException;
import io.kintsugi.cluster.client.ProblemPage;
import io.kintsugi.cluster.contract.ApiContract;
import io.kintsugi.cluster.contract.ApiOperation;
import io.kintsugi.core.model.Nearest;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Answers operations: those that exist on HTTP only by itself, all others by a message to the node's API service. */
final class OperationHandlers {
    /** Longer than a builder may take and than the service waits for a leader. */
    static final int ANSWER_TIMEOUT_MS = 15_000;

    private static final String AFTER_BODY = "kintsugi.afterBody";
    private static final String PARAMS = "params";
    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private final Map<String, Handler<RoutingContext>> httpOnly = new TreeMap<>();
    private final HttpParts parts;
    private final ApiAddress bus;
    private final BodyHandler bodies;

    OperationHandlers(Vertx vertx, HttpParts parts) {
        this.parts = parts;
        this.bus = new ApiAddress(vertx);
        this.bodies = BodyHandler.create(false).setBodyLimit(parts.settings().bodyBytesMax());
        String contract = ApiContract.load().text();
        httpOnly.put("uploadArtifact", new UploadHandler(vertx, parts));
        httpOnly.put("getContract", context -> Answers.end(context, 200, Answers.YAML, Buffer.buffer(contract)));
        httpOnly.put("getProblem", OperationHandlers::explain);
        httpOnly.put("getLiveness", context -> Answers.json(context, 200, new JsonObject().put("status", "UP")));
        httpOnly.put("getReadiness", this::readiness);
        httpOnly.put("getMetrics", parts.metrics());
        httpOnly.put("streamEvents", new EventsHandler(vertx, parts));
    }

    private static void explain(RoutingContext context) {
        String path = context.request().path();
        String asked = path.substring(path.lastIndexOf('/') + 1);
        ProblemCode.of(asked)
                .ifPresentOrElse(
                        code -> Answers.end(context, 200, Answers.HTML, Buffer.buffer(ProblemPage.of(code))),
                        () -> Answers.problem(context, unknown(asked)));
    }

    private static Problem unknown(String asked) {
        List<String> names =
                Arrays.stream(ProblemCode.values()).map(ProblemCode::slug).toList();
        return Problem.of(
                ProblemCode.UNKNOWN_PATH, "there is no problem '%s'%s".formatted(asked, Nearest.hint(asked, names)));
    }

    /** The operations that are answered here rather than by the service. */
    Set<String> httpOnly() {
        return httpOnly.keySet();
    }

    void serve(RoutingContext context, ApiOperation operation, JsonObject parameters) {
        Problem notAccepted = Accepted.refusal(context, operation);
        if (notAccepted != null) {
            Answers.problem(context, notAccepted);
            return;
        }
        operation.parameters().stream()
                .filter(parameter -> parameter.in().equals("header"))
                .filter(parameter -> !parameter.name().equals(IDEMPOTENCY_KEY))
                .filter(parameter -> context.request().headers().contains(parameter.name()))
                .forEach(parameter ->
                        parameters.put(parameter.field(), context.request().getHeader(parameter.name())));
        if (!operation.httpOnly()) {
            readBody(context, operation, parameters);
            return;
        }
        List<ProblemError> errors = operation.checkParameters(parameters);
        Handler<RoutingContext> handler = httpOnly.get(operation.id());
        if (!errors.isEmpty()) {
            Answers.problem(context, Problem.of(ProblemCode.INVALID_REQUEST, errors));
        } else if (handler == null) {
            Answers.failure(context, new IllegalStateException("operation " + operation.id() + " has no handler"));
        } else {
            handler.handle(context);
        }
    }

    private void readBody(RoutingContext context, ApiOperation operation, JsonObject parameters) {
        if (operation.body().mediaTypes().isEmpty()) {
            send(context, operation, parameters, RequestBody.none());
            return;
        }
        Problem wrongType = ContentType.refusal(context, operation);
        if (wrongType != null) {
            Answers.problem(context, wrongType);
            return;
        }
        Runnable afterBody = () -> {
            try {
                send(context, operation, parameters, RequestBody.of(context));
            } catch (ProblemException e) {
                Answers.problem(context, e.problem());
            }
        };
        bodies.handle(context.put(AFTER_BODY, afterBody));
    }

    /** The body handler passes a request on to the router when its body is there; this goes on with it. */
    static void afterBody(RoutingContext context) {
        Runnable next = context.get(AFTER_BODY);
        next.run();
    }

    private void send(RoutingContext context, ApiOperation operation, JsonObject parameters, RequestBody body) {
        if (body.value().containsKey(PARAMS)) {
            ProblemError unknown = ProblemError.at("#/params", "unknown-field", "unknown field 'params'");
            Answers.problem(context, body.placed(Problem.of(ProblemCode.INVALID_REQUEST, List.of(unknown))));
            return;
        }
        ApiRequest request = new ApiRequest(
                operation.id(),
                body.value().copy().put(PARAMS, parameters),
                operation.knowsHeader(IDEMPOTENCY_KEY) ? context.request().getHeader(IDEMPOTENCY_KEY) : null,
                Answers.requestId(context));
        if (!context.request().isEnded()) {
            context.request().resume(); // HTTP/2 refuses it once the body has been read.
        }
        bus.request(ApiAddress.local(parts.self()), request, ANSWER_TIMEOUT_MS)
                .onSuccess(reply -> {
                    tag(context, operation, reply);
                    Answers.reply(context, reply);
                })
                .onFailure(failure -> Answers.failure(
                        context,
                        failure instanceof ProblemException known
                                ? body.placed(known.problem()).toException()
                                : failure));
    }

    /** The run says which revision of a job this is. */
    private static void tag(RoutingContext context, ApiOperation operation, ApiReply reply) {
        ApiOperation.Response described = operation.responses().get(reply.status());
        if (described != null && described.tagged()) {
            context.response().putHeader(HttpHeaders.ETAG, '"' + reply.body().getString("run") + '"');
        }
    }

    private void readiness(RoutingContext context) {
        List<String> missing = parts.readiness().missing();
        JsonObject json = new JsonObject().put("status", missing.isEmpty() ? "UP" : "DOWN");
        if (!missing.isEmpty()) {
            json.put("missing", new JsonArray(missing));
        }
        Answers.json(context, missing.isEmpty() ? 200 : ProblemCode.NO_LEADER.status(), json);
    }
}
