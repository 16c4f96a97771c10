package io.kintsugi.webconsole;

import io.kintsugi.cluster.artifact.ArtifactFetcher;
import io.kintsugi.cluster.artifact.ArtifactRemover;
import io.kintsugi.cluster.artifact.ArtifactStore;
import io.kintsugi.cluster.artifact.Artifacts;
import io.kintsugi.cluster.artifact.JobLoader;
import io.kintsugi.cluster.artifact.LocalJobs;
import io.kintsugi.cluster.client.ApiAddress;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.security.Access;
import io.kintsugi.cluster.security.ApiSecurity;
import io.kintsugi.cluster.security.AuditLog;
import io.kintsugi.coordinator.verticle.ApiService;
import io.kintsugi.coordinator.verticle.LeaderOperations;
import io.kintsugi.core.config.ApiSettings;
import io.kintsugi.core.config.BuildSettings;
import io.kintsugi.core.config.ConsoleSettings;
import io.kintsugi.core.config.HttpSettings;
import io.kintsugi.core.config.SecuritySettings;
import io.kintsugi.core.model.NodeId;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.awaitility.Awaitility;

/** A whole node's API in this JVM: HTTP side, service, loader and store; only the jobs do not run. */
final class HttpFixture implements AutoCloseable {
    static final int BODY_BYTES_MAX = 20_000;
    static final int JAR_BYTES_MAX = 100_000;
    static final int STREAMS_MAX = 3;
    static final int REFRESH_MS = 100;
    static final NodeId SILENT = new NodeId("silent", "i9");

    final Vertx vertx = Vertx.vertx();
    final ChangingMembership membership = new ChangingMembership();
    final Path artifacts;

    /** Where an audit file should be and a folder is, once somebody makes it. */
    final Path brokenAudit;

    final InMemoryJobs jobs;
    final HttpApi http;
    final ApiSecurity security;
    List<String> missing = List.of();
    String metrics = "kintsugi_up 1\n";

    private final Context clientLoop = vertx.getOrCreateContext();
    private final HttpClient client = vertx.createHttpClient();
    private final List<HttpConnection> openStreams = new ArrayList<>();
    private final LeaderOperations leaderSide;
    private ApiService service;

    HttpFixture(Path directory, boolean uploads) throws Exception {
        this(directory, uploads, SecuritySettings.defaults());
    }

    /** With these users, and an audit log if there are any. */
    HttpFixture(Path directory, boolean uploads, SecuritySettings settings) throws Exception {
        Access access = await(Access.open(vertx, settings));
        Path audit = directory.resolve("audit");
        brokenAudit = audit.resolve("folder.jsonl");
        security = new ApiSecurity(access, AuditLog.in(vertx, audit, "self", settings.auditBytesMax()));
        artifacts = directory.resolve("artifacts");
        BuildSettings build = new BuildSettings(5_000, 2, 64, 200, 2, 8, 1_000);
        ArtifactStore store = new ArtifactStore(artifacts, "w1", JAR_BYTES_MAX);
        ArtifactFetcher fetcher = new ArtifactFetcher(vertx, membership, store, build);
        LocalJobs locals = new LocalJobs(ChangingMembership.SELF);
        JobLoader loader = new JobLoader(vertx, HttpFixture.class.getClassLoader(), locals, fetcher, build);
        jobs = new InMemoryJobs(loader);
        Artifacts jars = new Artifacts(store, new ArtifactRemover(vertx, membership, store, build));
        leaderSide = new LeaderOperations(
                vertx, jobs, loader, jars, new ApiSettings(150, 100, 1, BODY_BYTES_MAX, 300, 10, 24));
        startService();
        vertx.eventBus().consumer(ApiAddress.leader(SILENT), message -> {});
        http = new HttpApi(new HttpParts(
                new HttpSettings("127.0.0.1", 0, uploads, JAR_BYTES_MAX, BODY_BYTES_MAX),
                new ConsoleSettings(STREAMS_MAX, REFRESH_MS, 1_000, 10),
                ChangingMembership.SELF,
                () -> missing,
                context -> context.response()
                        .putHeader("content-type", "text/plain; version=0.0.4")
                        .end(metrics),
                Optional.of(new Uploads(store, fetcher)),
                new HttpDoor(security, settings.openMetrics(), Optional.empty())));
        await(vertx.deployVerticle(http));
    }

    void startService() throws Exception {
        ApiSettings settings = new ApiSettings(150, 100, 1, BODY_BYTES_MAX, 5_000, 10, 24);
        service = await(ApiService.start(vertx, membership, settings, Optional.of(leaderSide), security));
    }

    void stopService() throws Exception {
        await(service.close());
    }

    /** As at the start: no jobs, no artifacts, this node leads. */
    void reset() throws Exception {
        jobs.clear();
        closeStreams();
        membership.broken(false);
        membership.leader(Optional.of(ChangingMembership.SELF));
        missing = List.of();
        Files.deleteIfExists(brokenAudit);
        Files.createDirectories(artifacts.resolve("incoming"));
        try (var files = Files.list(artifacts)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
    }

    Answer send(Call call) throws Exception {
        return exchange(
                call,
                response -> body(response).map(body -> new Answer(response.statusCode(), response.headers(), body)));
    }

    /** Does not wait for the body, which may have no end. */
    int status(Call call) throws Exception {
        return exchange(call, response -> {
            response.request().reset();
            return Future.succeededFuture(response.statusCode());
        });
    }

    /** Opens a live stream; completes when the server has ended it. It is open at most until the node is reset. */
    Future<Void> endOf(Call call) throws Exception {
        return exchange(call, response -> {
            openStreams.add(response.request().connection());
            return Future.succeededFuture(response.end());
        });
    }

    private <T> T exchange(Call call, Function<HttpClientResponse, Future<T>> read) throws Exception {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(call.method()))
                .setServer(SocketAddress.inetSocketAddress(http.port(), "127.0.0.1"))
                .setHost(call.host())
                .setPort(http.port())
                .setURI(call.path());
        call.headers().forEach(options::putHeader);
        Promise<T> answer = Promise.promise();
        clientLoop.runOnContext(v -> client.request(options)
                .compose(request -> call.body().length() == 0 ? request.send() : request.send(call.body()))
                .compose(read)
                .onComplete(answer));
        return await(answer.future());
    }

    /** Opens a live stream that stays open until the node is reset. */
    void openStream() throws Exception {
        RequestOptions options =
                new RequestOptions().setHost("127.0.0.1").setPort(http.port()).setURI("/api/v1/events");
        Promise<HttpConnection> opened = Promise.promise();
        clientLoop.runOnContext(v -> client.request(options)
                .compose(request -> request.send().map(response -> request.connection()))
                .onComplete(opened));
        openStreams.add(await(opened.future()));
    }

    /** The server learns of it a moment later. */
    private void closeStreams() throws Exception {
        for (HttpConnection open : openStreams) {
            await(open.close());
        }
        if (!openStreams.isEmpty()) {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> get("/api/v1/events").status() != ProblemCode.TOO_MANY_STREAMS.status());
        }
        openStreams.clear();
    }

    /** Of a stream, which has no end, what comes first; the connection is gone then. */
    private static Future<Buffer> body(HttpClientResponse response) {
        if (!"text/event-stream".equals(response.getHeader("content-type"))) {
            return response.body();
        }
        Promise<Buffer> first = Promise.promise();
        response.handler(bytes -> {
            first.tryComplete(bytes);
            response.request().connection().close();
        });
        return first.future();
    }

    Answer get(String path) throws Exception {
        return send(Call.of("GET", path));
    }

    static Buffer file(Path path) throws IOException {
        return Buffer.buffer(Files.readAllBytes(path));
    }

    static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws Exception {
        await(security.close());
        await(vertx.close());
    }
}
