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
import io.kintsugi.cluster.security.AuditEntry;
import io.kintsugi.cluster.security.Caller;
import io.kintsugi.cluster.security.ForbiddenException;
import io.kintsugi.core.model.Nearest;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Answers operations: those that exist on HTTP only by itself, all others by a message to the node's API service. */
final class OperationHandlers {
    /** Longer than a builder may take and than the service waits for a leader. */
    static final int ANSWER_TIMEOUT_MS = 15_000;

    private static final String AFTER_BODY = "kintsugi.afterBody";
    private static final String PARAMS = "params";
    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private final Map<String, HttpOperation> httpOnly = new TreeMap<>();
    private final HttpParts parts;
    private final ApiAddress bus;
    private final BodyHandler bodies;
    private final Doorkeeper door;

    /** What is answered here. */
    @FunctionalInterface
    private interface HttpOperation {
        /** @param body empty if the contract describes none, and then not read yet */
        void answer(RoutingContext context, Caller caller, JsonObject body);
    }

    OperationHandlers(Vertx vertx, HttpParts parts) {
        this.parts = parts;
        this.bus = new ApiAddress(vertx);
        this.bodies = BodyHandler.create(false).setBodyLimit(parts.settings().bodyBytesMax());
        String contract = ApiContract.load().text();
        this.door =
                new Doorkeeper(parts.door().security().access(), parts.door().openMetrics());
        SessionHandlers sessions = new SessionHandlers(parts.door().security(), parts.takesUploads());
        UploadHandler uploads = new UploadHandler(vertx, parts);
        httpOnly.put("uploadArtifact", (context, caller, body) -> uploads.handle(context, caller));
        httpOnly.put(
                "getContract",
                (context, caller, body) -> Answers.end(context, 200, Answers.YAML, Buffer.buffer(contract)));
        httpOnly.put(
                "getLiveness",
                (context, caller, body) -> Answers.json(context, 200, new JsonObject().put("status", "UP")));
        httpOnly.put("getReadiness", (context, caller, body) -> readiness(context));
        httpOnly.put("getMetrics", (context, caller, body) -> parts.metrics().handle(context));
        httpOnly.put("logIn", (context, caller, body) -> sessions.logIn(context, body));
        httpOnly.put("logOut", (context, caller, body) -> sessions.logOut(context));
        httpOnly.put("getMe", (context, caller, body) -> sessions.me(context, caller));
        httpOnly.put("getProblem", (context, caller, body) -> explain(context));
        ApiOperation streamEvents = ApiContract.load().operation("streamEvents").orElseThrow();
        EventsHandler events = new EventsHandler(vertx, parts, request -> door.admit(request, streamEvents));
        httpOnly.put("streamEvents", (context, caller, body) -> events.handle(context));
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
        Future<Caller> admitted = door.admit(context.request(), operation);
        if (!admitted.isComplete()) {
            context.request().pause(); // Until it is clear whether anybody will read the body.
            admitted = admitted.onComplete(done -> context.request().resume());
        }
        admitted.onSuccess(caller -> answer(new Admitted(context, operation, parameters, caller)))
                .onFailure(failure -> written(context, operation, parameters, failure)
                        .onComplete(written -> Answers.refuse(context, failure)));
    }

    /** That somebody known wanted to change what they may not. */
    private Future<Void> written(
            RoutingContext context, ApiOperation operation, JsonObject parameters, Throwable failure) {
        if (!(failure instanceof ForbiddenException forbidden) || !operation.changes()) {
            return Future.succeededFuture();
        }
        return parts.door()
                .security()
                .audit()
                .record(new AuditEntry(
                        System.currentTimeMillis(),
                        forbidden.caller().name(),
                        operation.id(),
                        AuditEntry.target(parameters, new JsonObject()),
                        forbidden.problem().code().status(),
                        forbidden.problem().code().code(),
                        Answers.requestId(context)));
    }

    /** A request whose caller may send it. */
    private record Admitted(RoutingContext context, ApiOperation operation, JsonObject parameters, Caller caller) {}

    private void answer(Admitted request) {
        RoutingContext context = request.context();
        ApiOperation operation = request.operation();
        Problem notAccepted = Accepted.refusal(context, operation);
        if (notAccepted != null) {
            Answers.problem(context, notAccepted);
            return;
        }
        takeHeaders(request);
        if (!operation.httpOnly()) {
            readBody(request, body -> send(request, body));
            return;
        }
        List<ProblemError> errors = operation.checkParameters(request.parameters());
        HttpOperation handler = httpOnly.get(operation.id());
        if (!errors.isEmpty()) {
            Answers.problem(context, Problem.of(ProblemCode.INVALID_REQUEST, errors));
        } else if (handler == null) {
            Answers.failure(context, new IllegalStateException("operation " + operation.id() + " has no handler"));
        } else if (operation.body().schema().isPresent()) {
            readBody(request, body -> {
                body.require(operation);
                handler.answer(context, request.caller(), body.value());
            });
        } else {
            handler.answer(context, request.caller(), new JsonObject());
        }
    }

    private static void takeHeaders(Admitted request) {
        HttpServerRequest http = request.context().request();
        request.operation().parameters().stream()
                .filter(parameter -> parameter.in().equals("header"))
                .filter(parameter -> !parameter.name().equals(IDEMPOTENCY_KEY))
                .filter(parameter -> http.headers().contains(parameter.name()))
                .forEach(parameter -> request.parameters().put(parameter.field(), http.getHeader(parameter.name())));
    }

    /** @param next may throw {@link ProblemException} */
    private void readBody(Admitted request, Consumer<RequestBody> next) {
        RoutingContext context = request.context();
        if (request.operation().body().mediaTypes().isEmpty()) {
            next.accept(RequestBody.none());
            return;
        }
        Problem wrongType = ContentType.refusal(context, request.operation());
        if (wrongType != null) {
            Answers.problem(context, wrongType);
            return;
        }
        Runnable afterBody = () -> {
            try {
                next.accept(RequestBody.of(context));
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

    private void send(Admitted admitted, RequestBody body) {
        RoutingContext context = admitted.context();
        ApiOperation operation = admitted.operation();
        if (body.value().containsKey(PARAMS)) {
            ProblemError unknown = ProblemError.at("#/params", "unknown-field", "unknown field 'params'");
            Answers.problem(context, body.placed(Problem.of(ProblemCode.INVALID_REQUEST, List.of(unknown))));
            return;
        }
        String requestId = Answers.requestId(context);
        ApiRequest request = new ApiRequest(
                operation.id(),
                body.value().copy().put(PARAMS, admitted.parameters()),
                operation.knowsHeader(IDEMPOTENCY_KEY) ? context.request().getHeader(IDEMPOTENCY_KEY) : null,
                requestId,
                parts.door().security().access().passport(admitted.caller(), operation.id(), requestId));
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
