package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.client.ApiAddress;
import io.kintsugi.cluster.client.ApiReply;
import io.kintsugi.cluster.client.ApiRequest;
import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.contract.ApiContract;
import io.kintsugi.cluster.membership.Membership;
import io.kintsugi.core.config.ApiSettings;
import io.kintsugi.core.model.NodeId;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's end of the API: takes requests for any node, holds them against the contract, and answers them if this node
 * leads or the question is about this node; else it passes them to the leader and waits a short time for the answer.
 *
 * <p>Runs on one event loop of its own, which belongs to no verticle.
 */
public final class ApiService {
    private static final Logger LOG = LoggerFactory.getLogger(ApiService.class);

    private final Membership membership;
    private final ApiSettings settings;
    private final ApiAddress bus;
    private final RequestReader reader;
    private final NodeOperations ownNode;
    private final Optional<LeaderOperations> leaderSide;
    private final IdempotencyCache answers;
    private final List<MessageConsumer<JsonObject>> consumers;

    private ApiService(
            Vertx vertx, Membership membership, ApiSettings settings, Optional<LeaderOperations> leaderSide) {
        this.membership = membership;
        this.settings = settings;
        this.leaderSide = leaderSide;
        this.bus = new ApiAddress(vertx);
        this.reader = new RequestReader(ApiContract.load(), settings.bodyBytesMax());
        this.ownNode = new NodeOperations(membership);
        this.answers = new IdempotencyCache(settings);
        NodeId self = membership.self();
        this.consumers = List.of(
                vertx.eventBus().consumer(ApiAddress.ANY_NODE, message -> receive(message, false)),
                vertx.eventBus().consumer(ApiAddress.leader(self), message -> receive(message, true)),
                vertx.eventBus().localConsumer(ApiAddress.local(self), message -> receive(message, false)));
    }

    /**
     * Registers the addresses of the API; completes when other nodes can reach them.
     *
     * @param leaderSide what this node does when it leads; empty for a node without the role coordinator
     */
    public static Future<ApiService> start(
            Vertx vertx, Membership membership, ApiSettings settings, Optional<LeaderOperations> leaderSide) {
        Context context = ((VertxInternal) vertx).createEventLoopContext();
        Promise<ApiService> started = Promise.promise();
        context.runOnContext(v -> {
            ApiService service = new ApiService(vertx, membership, settings, leaderSide);
            Future.join(service.consumers.stream()
                            .map(MessageConsumer::completion)
                            .toList())
                    .map(service)
                    .onComplete(started);
        });
        return started.future();
    }

    /** Takes the addresses away. */
    public Future<Void> close() {
        return Future.join(consumers.stream().map(MessageConsumer::unregister).toList())
                .mapEmpty();
    }

    private void receive(Message<JsonObject> message, boolean forwarded) {
        ApiRequest request = request(message);
        Future<ApiReply> answer;
        try {
            answer = answer(request, forwarded);
        } catch (RuntimeException e) {
            answer = Future.failedFuture(e);
        }
        answer.onSuccess(reply -> {
                    log(request, reply.status(), "");
                    message.reply(reply.body(), headers(reply));
                })
                .onFailure(failure -> {
                    Problem problem = problem(failure, request).withRequestId(request.requestId());
                    message.fail(problem.code().status(), problem.toJson().encode());
                });
    }

    private static ApiRequest request(Message<JsonObject> message) {
        String requestId = message.headers().get(ApiAddress.REQUEST_ID);
        JsonObject body = message.body();
        return new ApiRequest(
                String.valueOf(message.headers().get(ApiAddress.OPERATION)),
                body == null ? new JsonObject() : body,
                message.headers().get(ApiAddress.IDEMPOTENCY_KEY),
                requestId == null ? UUID.randomUUID().toString() : requestId);
    }

    private Future<ApiReply> answer(ApiRequest request, boolean forwarded) {
        ApiCall call = reader.read(request);
        if (ownNode.handles(call)) {
            return ownNode.handle(call);
        }
        Optional<NodeId> leader = membership.leader();
        if (leader.isEmpty()) {
            return Future.failedFuture(
                    Problem.of(ProblemCode.NO_LEADER, "no coordinator leads: the cluster is starting or lacks a quorum")
                            .toException());
        }
        if (leader.get().equals(membership.self()) && leaderSide.isPresent()) {
            return answers.once(
                    call, System.currentTimeMillis(), () -> leaderSide.get().handle(call));
        }
        if (forwarded) {
            return Future.failedFuture(Problem.of(
                            ProblemCode.NOT_LEADER,
                            "node %s does not lead; it sees %s lead; try again"
                                    .formatted(
                                            membership.self().name(),
                                            leader.get().name()))
                    .toException());
        }
        boolean waits = call.parameters().containsKey("prefer");
        int timeoutMs = settings.forwardTimeoutMs() + (waits ? settings.waitMsMax() : 0);
        return bus.request(ApiAddress.leader(leader.get()), request, timeoutMs);
    }

    private static DeliveryOptions headers(ApiReply reply) {
        DeliveryOptions options = new DeliveryOptions().addHeader(ApiAddress.STATUS, Integer.toString(reply.status()));
        return reply.location().isEmpty() ? options : options.addHeader(ApiAddress.LOCATION, reply.location());
    }

    private Problem problem(Throwable failure, ApiRequest request) {
        Problem problem = ApiFailure.problem(failure);
        if (problem.code() == ProblemCode.INTERNAL) {
            LOG.error("api operation={} request={} broke", request.operation(), request.requestId(), failure);
        } else {
            log(request, problem.code().status(), " problem=\"" + problem + "\"");
        }
        return problem;
    }

    /** One line for each request that changes something; reads are for the debug level. */
    private static void log(ApiRequest request, int status, String more) {
        boolean reads =
                request.operation().startsWith("get") || request.operation().startsWith("list");
        if (reads) {
            LOG.debug(
                    "api operation={} status={} request={}{}", request.operation(), status, request.requestId(), more);
        } else {
            LOG.info("api operation={} status={} request={}{}", request.operation(), status, request.requestId(), more);
        }
    }
}
