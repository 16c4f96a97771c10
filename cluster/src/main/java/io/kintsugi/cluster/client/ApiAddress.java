package io.kintsugi.cluster.client;

import io.kintsugi.core.model.NodeId;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.json.JsonObject;

/**
 * One address of the event-bus API and the form of its messages. Requests are sent from an event loop that belongs to no
 * verticle, since the event bus pings a connection only as long as the context that opened it lives.
 */
public final class ApiAddress {
    /** Any node. */
    public static final String ANY_NODE = "kintsugi.api";

    private static final String LOCAL = "k.local-api.";

    public static final String OPERATION = "operation";
    public static final String IDEMPOTENCY_KEY = "idempotencyKey";
    public static final String REQUEST_ID = "requestId";
    public static final String AUTHORIZATION = "authorization";
    public static final String STATUS = "status";
    public static final String LOCATION = "location";

    private final Vertx vertx;
    private final Context context;

    public ApiAddress(Vertx vertx) {
        this.vertx = vertx;
        this.context = ((VertxInternal) vertx).createEventLoopContext();
    }

    /** Where a node takes what other nodes pass on to it as the leader. */
    public static String leader(NodeId node) {
        return "k.l." + node.incarnation();
    }

    /** Where a node takes requests from inside its own JVM. */
    public static String local(NodeId node) {
        return LOCAL + node.incarnation();
    }

    /**
     * Sends once. Fails with {@link ProblemException}: what the service said, or that nobody listens, or that nobody
     * answered in time and the outcome is unknown.
     */
    public Future<ApiReply> request(String address, ApiRequest request, int timeoutMs) {
        DeliveryOptions options = new DeliveryOptions()
                .setSendTimeout(timeoutMs)
                .setLocalOnly(address.startsWith(LOCAL))
                .addHeader(OPERATION, request.operation())
                .addHeader(REQUEST_ID, request.requestId());
        if (request.idempotencyKey() != null) {
            options.addHeader(IDEMPOTENCY_KEY, request.idempotencyKey());
        }
        if (request.authorization() != null) {
            options.addHeader(AUTHORIZATION, request.authorization());
        }
        Promise<ApiReply> promise = Promise.promise();
        context.runOnContext(v -> vertx.eventBus()
                .<JsonObject>request(address, request.body(), options)
                .map(ApiAddress::reply)
                .recover(failure -> Future.failedFuture(typed(failure, address, request, timeoutMs)))
                .onComplete(promise));
        return promise.future();
    }

    private static ApiReply reply(Message<JsonObject> message) {
        return new ApiReply(
                Integer.parseInt(message.headers().get(STATUS)),
                message.headers().contains(LOCATION) ? message.headers().get(LOCATION) : "",
                message.body());
    }

    private static Throwable typed(Throwable failure, String address, ApiRequest request, int timeoutMs) {
        if (!(failure instanceof ReplyException reply)) {
            return failure;
        }
        String what = "operation " + request.operation() + ": ";
        if (reply.failureType() == ReplyFailure.RECIPIENT_FAILURE) {
            String message = String.valueOf(reply.getMessage());
            return Problem.parse(message)
                    .orElseGet(() -> Problem.of(ProblemCode.INTERNAL, what + message))
                    .toException();
        }
        Problem problem = reply.failureType() == ReplyFailure.NO_HANDLERS
                ? Problem.of(ProblemCode.NO_LEADER, what + "nobody listens at " + address)
                : Problem.of(
                        ProblemCode.LEADER_TIMEOUT,
                        what + "no answer from " + address + " within " + timeoutMs
                                + " ms; whether it was done is not known, so send it again with the same idempotency key");
        return problem.withRequestId(request.requestId()).toException();
    }
}
