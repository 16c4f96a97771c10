package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.client.ApiAddress;
import io.kintsugi.cluster.client.ApiReply;
import io.kintsugi.cluster.client.ApiRequest;
import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.contract.ApiContract;
import io.kintsugi.cluster.contract.ApiOperation;
import io.kintsugi.cluster.membership.Membership;
import io.kintsugi.cluster.security.ApiSecurity;
import io.kintsugi.cluster.security.AuditEntry;
import io.kintsugi.cluster.security.Caller;
import io.kintsugi.cluster.security.ForbiddenException;
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
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * A node's end of the API: takes requests for any node, holds them against the contract, and answers them if this node
 * leads or the question is about this node; else it passes them to the leader and waits a short time for the answer.
 *
 * <p>Runs on one event loop of its own, which belongs to no verticle.
 */
public final class ApiService {
    private static final Logger LOG = LoggerFactory.getLogger(ApiService.class);

    private static final List<String> NOT_WRITTEN = List.of(
            ProblemCode.UNAUTHENTICATED.code(),
            ProblemCode.INVALID_REQUEST.code(),
            ProblemCode.PAYLOAD_TOO_LARGE.code());

    private final Membership membership;
    private final ApiSettings settings;
    private final ApiAddress bus;
    private final RequestReader reader;
    private final NodeOperations ownNode;
    private final Optional<LeaderOperations> leaderSide;
    private final IdempotencyCache answers;
    private final ApiSecurity security;
    private final List<MessageConsumer<JsonObject>> consumers;

    /** What a service is made of. */
    private record Parts(
            Vertx vertx,
            Membership membership,
            ApiSettings settings,
            Optional<LeaderOperations> leaderSide,
            ApiSecurity security) {}

    private ApiService(Parts parts, ApiContract contract) {
        Vertx vertx = parts.vertx();
        this.membership = parts.membership();
        this.security = parts.security();
        this.settings = parts.settings();
        this.leaderSide = parts.leaderSide();
        this.bus = new ApiAddress(vertx);
        this.reader = new RequestReader(contract, settings.bodyBytesMax());
        StandingBoard standings = new StandingBoard(vertx);
        this.ownNode = new NodeOperations(membership, standings, security.audit());
        this.answers = new IdempotencyCache(settings);
        NodeId self = membership.self();
        this.consumers = List.of(
                standings.listen(),
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
        return start(vertx, membership, settings, leaderSide, ApiSecurity.off());
    }

    /** The same for a node that asks who calls, or writes down what was done. */
    public static Future<ApiService> start(
            Vertx vertx,
            Membership membership,
            ApiSettings settings,
            Optional<LeaderOperations> leaderSide,
            ApiSecurity security) {
        Parts parts = new Parts(vertx, membership, settings, leaderSide, security);
        return vertx.executeBlocking(ApiContract::prepared, false).compose(contract -> start(parts, contract));
    }

    private static Future<ApiService> start(Parts parts, ApiContract contract) {
        Context context = ((VertxInternal) parts.vertx()).createEventLoopContext();
        Promise<ApiService> started = Promise.promise();
        context.runOnContext(v -> {
            ApiService service = new ApiService(parts, contract);
            Future.join(service.consumers.stream()
                            .map(MessageConsumer::completion)
                            .toList())
                    .map(service)
                    .onComplete(started);
        });
        return started.future();
    }

    /**
     * From now on what is said of a node says also whom it does not reach.
     *
     * @param unreachedFrom of a node, as it has said last; asked on any thread
     */
    public ApiService withLinks(Function<NodeId, List<NodeId>> unreachedFrom) {
        ownNode.links(unreachedFrom);
        return this;
    }

    /** Takes the addresses away. */
    public Future<Void> close() {
        return Future.join(consumers.stream().map(MessageConsumer::unregister).toList())
                .mapEmpty();
    }

    private void receive(Message<JsonObject> message, boolean forwarded) {
        Incoming incoming = new Incoming(request(message), forwarded);
        Future<ApiReply> answer;
        try {
            answer = admit(incoming);
        } catch (RuntimeException e) {
            answer = Future.failedFuture(e);
        }
        answer.onFailure(failure -> {
                    if (failure instanceof ForbiddenException forbidden) {
                        incoming.caller = forbidden.caller().name();
                    }
                })
                .onSuccess(reply -> {
                    log(incoming, reply.status(), "");
                    incoming.made = reply.location();
                    audit(incoming, reply.status(), "")
                            .onComplete(written -> message.reply(reply.body(), headers(reply)));
                })
                .onFailure(failure -> {
                    Problem problem = problem(failure, incoming)
                            .withRequestId(incoming.request().requestId());
                    audit(incoming, problem.code().status(), problem.code().code())
                            .onComplete(written -> message.fail(
                                    problem.code().status(), problem.toJson().encode()));
                });
    }

    /** A request on its way through this node. */
    private static final class Incoming {
        private final ApiRequest request;
        private final boolean forwarded;
        private String caller = Caller.UNKNOWN;
        private boolean changes;

        /** Path of what came into being; empty if nothing did. */
        private String made = "";

        Incoming(ApiRequest request, boolean forwarded) {
            this.request = request;
            this.forwarded = forwarded;
        }

        ApiRequest request() {
            return request;
        }
    }

    private Future<ApiReply> admit(Incoming incoming) {
        ApiRequest request = incoming.request();
        ApiOperation operation = reader.operation(request.operation());
        incoming.changes = operation.changes();
        return security.access()
                .admitOnBus(operation.need(), request.authorization(), request.requestId())
                .compose(caller -> {
                    incoming.caller = caller.name();
                    String passport = security.access().passport(caller, operation.id(), request.requestId());
                    return answer(request.authorized(passport), incoming.forwarded);
                });
    }

    /** The node that took the request writes it down, unless nobody known asked for it or it makes no sense. */
    private Future<Void> audit(Incoming incoming, int status, String code) {
        if (!incoming.changes || incoming.forwarded || NOT_WRITTEN.contains(code)) {
            return Future.succeededFuture();
        }
        ApiRequest request = incoming.request();
        JsonObject body = request.body().copy();
        JsonObject parameters = body.remove(ApiCall.PARAMS) instanceof JsonObject given ? given : new JsonObject();
        JsonObject what = AuditEntry.target(parameters, body);
        if (!incoming.made.isEmpty()) {
            what.put("made", incoming.made);
        }
        return security.audit()
                .record(new AuditEntry(
                        System.currentTimeMillis(),
                        incoming.caller,
                        request.operation(),
                        what,
                        status,
                        code,
                        request.requestId()));
    }

    private static ApiRequest request(Message<JsonObject> message) {
        String requestId = message.headers().get(ApiAddress.REQUEST_ID);
        JsonObject body = message.body();
        return new ApiRequest(
                String.valueOf(message.headers().get(ApiAddress.OPERATION)),
                body == null ? new JsonObject() : body,
                message.headers().get(ApiAddress.IDEMPOTENCY_KEY),
                requestId == null ? UUID.randomUUID().toString() : requestId,
                message.headers().get(ApiAddress.AUTHORIZATION));
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

    private Problem problem(Throwable failure, Incoming incoming) {
        Problem problem = ApiFailure.problem(failure);
        if (problem.code() == ProblemCode.INTERNAL) {
            LOG.error(
                    "api operation={} user={} request={} broke",
                    incoming.request().operation(),
                    incoming.caller,
                    incoming.request().requestId(),
                    failure);
        } else {
            log(incoming, problem.code().status(), " problem=\"" + problem + "\"");
        }
        return problem;
    }

    /** One line for each request that changes something; reads are for the debug level. */
    private static void log(Incoming incoming, int status, String more) {
        LOG.atLevel(incoming.changes ? Level.INFO : Level.DEBUG)
                .log(
                        "api operation={} status={} user={} request={}{}",
                        incoming.request().operation(),
                        status,
                        incoming.caller,
                        incoming.request().requestId(),
                        more);
    }
}
