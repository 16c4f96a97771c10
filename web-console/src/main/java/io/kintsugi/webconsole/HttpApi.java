package io.kintsugi.webconsole;

import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.contract.ApiContract;
import io.kintsugi.core.config.HttpSettings;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP side of a node: a thin layer over the event-bus API. It turns requests into messages to the node's own API
 * service and answers back into HTTP; what is right and what is wrong is decided there.
 */
public final class HttpApi extends VerticleBase {
    /** A connection on which nothing happens is closed after this time. */
    static final int IDLE_SECONDS = 60;

    private static final Logger LOG = LoggerFactory.getLogger(HttpApi.class);

    private final HttpParts parts;
    private volatile int port;

    public HttpApi(HttpParts parts) {
        this.parts = parts;
    }

    /** The port that it listens on, once deployed. */
    public int port() {
        return port;
    }

    @Override
    public Future<?> start() {
        HttpSettings settings = parts.settings();
        HttpServerOptions options = new HttpServerOptions()
                .setHost(settings.host())
                .setPort(settings.port())
                .setIdleTimeout(IDLE_SECONDS)
                .setIdleTimeoutUnit(TimeUnit.SECONDS)
                .setHandle100ContinueAutomatically(true)
                // The JDK's client, which offers the upgrade by default, loses its place in answers of several frames.
                .setHttp2ClearTextEnabled(false);
        parts.door().certificate().ifPresent(certificate -> options.setSsl(true).setKeyCertOptions(certificate));
        return vertx.executeBlocking(Pages::read)
                .compose(pages -> vertx.createHttpServer(options)
                        .requestHandler(router(pages))
                        .listen())
                .onSuccess(this::listening);
    }

    /** What lies on the class path; reading it blocks. */
    private record Pages(String console, StaticAssets assets, TryPage tryApi, ApiContract contract) {
        static Pages read() {
            ConsoleFiles console = ConsoleFiles.read();
            return new Pages(console.page(), StaticAssets.of(console.assets()), new TryPage(), ApiContract.prepared());
        }
    }

    private Router router(Pages pages) {
        Router router = Router.router(vertx);
        StaticAssets assets = pages.assets();
        Dispatcher dispatcher = new Dispatcher(pages.contract(), new OperationHandlers(vertx, parts));
        router.route().handler(new OriginGuard(parts.settings().host()));
        router.get("/").handler(new ConsolePage(pages.console(), assets));
        router.route("/" + StaticAssets.ROOT + "*").handler(assets);
        router.route(TryPage.PATH + "*").handler(pages.tryApi());
        router.route().handler(dispatcher);
        router.route().handler(OperationHandlers::afterBody);
        router.route().failureHandler(failed -> {
            Throwable failure = failed.failure();
            if (failed.statusCode() == ProblemCode.PAYLOAD_TOO_LARGE.status()) {
                Answers.problem(failed, Answers.tooLarge(parts.settings().bodyBytesMax()));
            } else if (failure == null && failed.statusCode() == ProblemCode.INVALID_REQUEST.status()) {
                notSound(failed);
            } else {
                Answers.failure(
                        failed, failure == null ? new IllegalStateException("status " + failed.statusCode()) : failure);
            }
        });
        router.errorHandler(ProblemCode.INVALID_REQUEST.status(), HttpApi::notSound); // Not even routed, such as /%zz.
        return router;
    }

    private static void notSound(RoutingContext failed) {
        Answers.problem(failed, Problem.of(ProblemCode.MALFORMED_BODY, "the request is not sound HTTP"));
    }

    private void listening(HttpServer server) {
        port = server.actualPort();
        LOG.info(
                "http listens host={} port={} tls={} authentication={} uploads={}",
                parts.settings().host(),
                port,
                onOff(parts.door().certificate().isPresent()),
                onOff(parts.door().security().access().isOn()),
                onOff(parts.takesUploads()));
    }

    private static String onOff(boolean on) {
        return on ? "on" : "off";
    }
}
