package io.kintsugi.webconsole;

import io.kintsugi.cluster.client.ApiAddress;
import io.kintsugi.cluster.client.ApiReply;
import io.kintsugi.cluster.client.ApiRequest;
import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.security.Caller;
import io.kintsugi.core.config.ConsoleSettings;
import io.kintsugi.webconsole.live.Feeds;
import io.kintsugi.webconsole.live.Topic;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Serves live streams, a bounded number of them, all out of the same {@link Feeds}. */
final class EventsHandler implements Handler<RoutingContext> {
    private static final String OVERVIEW = "overview";
    private static final int ANSWER_TIMEOUT_MS = 5_000;

    private final ConsoleSettings settings;
    private final HttpParts parts;
    private final ApiAddress bus;
    private final Feeds feeds;
    private final Admission admission;
    private final Set<EventStream> streams = new LinkedHashSet<>();
    private long lastId;

    /** Says who sends a request; fails if that may not be answered. */
    @FunctionalInterface
    interface Admission {
        Future<Caller> admit(HttpServerRequest request);
    }

    /** To be called on the event loop that serves the requests. */
    EventsHandler(Vertx vertx, HttpParts parts, Admission admission) {
        this.admission = admission;
        this.settings = parts.console();
        this.parts = parts;
        this.bus = new ApiAddress(vertx);
        this.feeds = new Feeds(this::ask, settings.figuresMax(), vertx.getOrCreateContext());
        vertx.setPeriodic(settings.refreshMs(), timer -> feeds.look());
        vertx.setPeriodic(settings.pingMs(), timer -> List.copyOf(streams).forEach(this::ping));
    }

    @Override
    public void handle(RoutingContext context) {
        if (context.request().method().equals(HttpMethod.HEAD)) {
            context.response()
                    .putHeader(HttpHeaders.CONTENT_TYPE, "text/event-stream")
                    .end();
        } else if (streams.size() >= settings.streamsMax()) {
            Answers.problem(
                    context,
                    Problem.of(
                            ProblemCode.TOO_MANY_STREAMS,
                            "this node serves %d live streams (console.streams-max)".formatted(streams.size())));
        } else {
            begin(context);
        }
    }

    private void begin(RoutingContext context) {
        String wanted = context.request().getParam("topics");
        List<Topic> topics = Topic.list(wanted == null ? OVERVIEW : wanted);
        EventStream stream = new EventStream(context.request(), () -> ++lastId);
        streams.add(stream);
        context.response().closeHandler(closed -> end(stream));
        context.response().exceptionHandler(broken -> end(stream));
        stream.begin(topics);
        feeds.join(stream, topics);
    }

    /** A stream ends with the session that it began in, when that is logged out or over. */
    private void ping(EventStream stream) {
        admission.admit(stream.request()).onSuccess(caller -> stream.ping()).onFailure(refused -> {
            end(stream);
            stream.end();
        });
    }

    private void end(EventStream stream) {
        streams.remove(stream);
        feeds.leave(stream);
    }

    private Future<JsonObject> ask(String operation, JsonObject params) {
        String id = UUID.randomUUID().toString();
        // One answer serves all streams, so the node asks for itself: whoever sees a stream may see all that it asks
        // for.
        String authorization = parts.door()
                .security()
                .access()
                .ownCredentials(parts.self().name())
                .authorization(operation, id);
        ApiRequest request = new ApiRequest(operation, new JsonObject().put("params", params), null, id, authorization);
        return bus.request(ApiAddress.local(parts.self()), request, ANSWER_TIMEOUT_MS)
                .map(ApiReply::body);
    }
}
