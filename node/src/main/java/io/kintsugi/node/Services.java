package io.kintsugi.node;

import io.kintsugi.cluster.artifact.ArtifactFetcher;
import io.kintsugi.cluster.artifact.ArtifactRemover;
import io.kintsugi.cluster.artifact.ArtifactServer;
import io.kintsugi.cluster.artifact.ArtifactStore;
import io.kintsugi.cluster.artifact.Artifacts;
import io.kintsugi.cluster.artifact.JobLoader;
import io.kintsugi.cluster.artifact.LocalJobs;
import io.kintsugi.cluster.bus.ControlBus;
import io.kintsugi.cluster.bus.Heartbeat;
import io.kintsugi.cluster.client.ApiCredentials;
import io.kintsugi.cluster.membership.Membership;
import io.kintsugi.cluster.security.Access;
import io.kintsugi.cluster.security.ApiSecurity;
import io.kintsugi.cluster.security.AuditLog;
import io.kintsugi.cluster.storage.TermStore;
import io.kintsugi.coordinator.verticle.ApiService;
import io.kintsugi.coordinator.verticle.LeaderOperations;
import io.kintsugi.coordinator.verticle.LeaderParts;
import io.kintsugi.coordinator.verticle.LeaderVerticle;
import io.kintsugi.coordinator.verticle.LoadingCompiler;
import io.kintsugi.core.config.HttpSettings;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import io.kintsugi.node.alerts.Announcer;
import io.kintsugi.node.config.NodeConfig;
import io.kintsugi.node.metrics.JobWatch;
import io.kintsugi.node.metrics.NodeMetrics;
import io.kintsugi.webconsole.HttpApi;
import io.kintsugi.webconsole.HttpDoor;
import io.kintsugi.webconsole.HttpParts;
import io.kintsugi.webconsole.Uploads;
import io.kintsugi.worker.net.DataPlane;
import io.kintsugi.worker.verticle.TaskLimits;
import io.kintsugi.worker.verticle.WorkerVerticle;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a node does on its Vert.x, by its roles. Parts start so that each finds what it needs, and stop the other way
 * round: console, API, coordinator, worker, and then what carried their messages.
 */
final class Services {
    /** The part that runs tasks. */
    static final String WORKER = "worker";

    private final Base base;
    private final StopOrder order;
    private final LocalJobs localJobs;
    private final Promise<String> leaseEnded = Promise.promise();
    private ApiSecurity security = ApiSecurity.off();
    private Supplier<List<NodeId>> unreached = List::of;

    private Services(Base base, StopOrder order) {
        this.base = base;
        this.order = order;
        this.localJobs = new LocalJobs(base.membership().self());
    }

    /**
     * What a node stands on.
     *
     * @param classes finds job builders
     */
    record Base(Vertx vertx, Membership membership, NodeConfig config, NodeMetrics metrics, ClassLoader classes) {}

    /** What the parts share. */
    private record Shared(
            Stores stores, ArtifactFetcher fetcher, ControlBus bus, Heartbeat heartbeat, ApiSecurity security) {
        ArtifactStore artifacts() {
            return stores.artifacts();
        }
    }

    /**
     * Starts all parts; when one fails, those before it run until {@code order} stops them.
     *
     * @param order gets every part that has to be stopped
     */
    static Future<Services> start(Base base, StopOrder order) {
        Services services = new Services(base, order);
        return services.secure()
                .compose(services::share)
                .compose(shared -> services.startWorker(shared)
                        .compose(worker -> services.startCoordinator(shared))
                        .compose(leader -> services.startApi(shared, leader))
                        .compose(api -> services.startConsole(shared)))
                .map(services);
    }

    /** Completes with the reason, in words, when this node must not run tasks any more. */
    Future<String> leaseEnded() {
        return leaseEnded.future();
    }

    /** Members that do not answer this node. */
    List<NodeId> unreached() {
        return unreached.get();
    }

    LocalJobs localJobs() {
        return localJobs;
    }

    private NodeConfig config() {
        return base.config();
    }

    private boolean is(Role role) {
        return config().node().roles().contains(role);
    }

    private NodeId self() {
        return base.membership().self();
    }

    /** For what the application that this node is part of asks of it. */
    ApiCredentials ownCredentials() {
        return security.access().ownCredentials(self().name());
    }

    private Future<ApiSecurity> secure() {
        Exposure.log(config());
        return Access.open(base.vertx(), config().security()).map(access -> {
            Path folder = Path.of(config().node().dataDir(), "audit");
            security = new ApiSecurity(
                    access,
                    AuditLog.in(
                            base.vertx(),
                            folder,
                            self().name(),
                            config().security().auditBytesMax()));
            order.add("security", security::close);
            return security;
        });
    }

    private Future<Shared> share(ApiSecurity secured) {
        return base.vertx()
                .executeBlocking(() -> Stores.open(config(), self().incarnation()))
                .compose(stores -> ControlBus.start(
                                base.vertx(), self(), config().cluster().controlTimeoutMs())
                        .map(bus -> shared(stores, bus, secured)));
    }

    private Shared shared(Stores stores, ControlBus bus, ApiSecurity secured) {
        order.add("control bus", bus::close);
        return new Shared(
                stores,
                new ArtifactFetcher(base.vertx(), base.membership(), stores.artifacts(), config().build()),
                bus,
                heartbeat(bus),
                secured);
    }

    /** A node that is its own cluster has one, too, and nobody to hear. */
    private Heartbeat heartbeat(ControlBus bus) {
        Heartbeat heartbeat =
                new Heartbeat(bus, base.membership(), config().cluster().quorum(), config().liveness()).start();
        order.add("heartbeat", heartbeat::close);
        heartbeat.ended().onSuccess(leaseEnded::tryComplete);
        unreached = heartbeat::unreached;
        return heartbeat;
    }

    private JobLoader loader(Shared shared) {
        JobLoader loader = new JobLoader(base.vertx(), base.classes(), localJobs, shared.fetcher(), config().build());
        order.add("job loader", loader::close);
        return loader;
    }

    private Future<Void> startWorker(Shared shared) {
        if (!is(Role.WORKER)) {
            return Future.succeededFuture();
        }
        return DataPlane.start(base.vertx(), self()).compose(plane -> {
            order.add("data plane", plane::close);
            WorkerVerticle worker = new WorkerVerticle(new WorkerVerticle.Parts(
                    base.membership(),
                    shared.bus(),
                    plane,
                    new LoaderGraphs(loader(shared)),
                    new TaskLimits(
                            config().channel(),
                            config().watermark(),
                            config().sink().flushMs(),
                            config().checkpoint(),
                            config().task(),
                            config().exchange()),
                    shared.stores().snapshots(),
                    new TermStore(shared.stores().files())::highest,
                    config().takeover().leaderlessMs(),
                    base.metrics()::report));
            base.metrics().showLeftBehind(worker::leftBehind);
            base.metrics().showExchange(worker.exchangeUsage());
            return deploy(WORKER, worker);
        });
    }

    private Future<Optional<LeaderOperations>> startCoordinator(Shared shared) {
        if (!is(Role.COORDINATOR)) {
            return Future.succeededFuture(Optional.empty());
        }
        JobLoader loader = loader(shared);
        Announcer announcer = new Announcer(base.vertx(), config().alerts());
        order.add("alerts", announcer::close);
        LeaderVerticle leader = new LeaderVerticle(new LeaderParts(
                base.membership(),
                shared.bus(),
                shared.heartbeat(),
                new LoadingCompiler(loader),
                shared.stores().files(),
                shared.stores().snapshots(),
                config().coordinator(),
                config().takeover(),
                config().checkpoint(),
                config().recovery(),
                config().history(),
                config().liveness(),
                announcer::announce,
                announcer::announceNode));
        return deploy("coordinator", leader)
                .onSuccess(deployed -> watch(leader))
                .map(deployed -> Optional.of(
                        new LeaderOperations(base.vertx(), leader, loader, deletable(shared), config().api())));
    }

    private Artifacts deletable(Shared shared) {
        return new Artifacts(
                shared.artifacts(),
                new ArtifactRemover(base.vertx(), base.membership(), shared.artifacts(), config().build()));
    }

    private void watch(LeaderVerticle leader) {
        JobWatch watch = JobWatch.start(
                base.vertx(), leader, base.metrics(), config().metrics().jobsMs());
        order.add("job metrics", watch::close);
    }

    private Future<Void> startApi(Shared shared, Optional<LeaderOperations> leader) {
        return ArtifactServer.start(base.vertx(), self(), shared.artifacts(), shared.fetcher())
                .compose(server -> {
                    order.add("artifact server", server::close);
                    return ApiService.start(base.vertx(), base.membership(), config().api(), leader, shared.security());
                })
                .map(service -> {
                    order.add("api", service.withLinks(shared.heartbeat()::unreachedFrom)::close);
                    return null;
                });
    }

    private Future<Void> startConsole(Shared shared) {
        if (!is(Role.CONSOLE)) {
            return Future.succeededFuture();
        }
        HttpSettings http = config().http();
        HttpApi api = new HttpApi(new HttpParts(
                http,
                config().console(),
                self(),
                this::missing,
                context -> context.response()
                        .putHeader("Content-Type", NodeMetrics.CONTENT_TYPE)
                        .end(base.metrics().scrape()),
                Optional.of(new Uploads(shared.artifacts(), shared.fetcher())),
                new HttpDoor(shared.security(), config().security().openMetrics(), TlsFiles.http(config().tls()))));
        return deploy("console", api)
                .recover(failure -> Future.failedFuture(new IllegalStateException(
                        "http.port: cannot listen on %s:%d: %s; choose another one, 0 takes a free one"
                                .formatted(http.host(), http.port(), failure.getMessage()),
                        failure)));
    }

    /** What keeps this node from serving requests, in words. */
    private List<String> missing() {
        return base.membership().leader().isPresent()
                ? List.of()
                : List.of("a leader: " + config().cluster().quorum()
                        + " coordinators have to be in view (cluster.quorum)");
    }

    private Future<Void> deploy(String name, Deployable verticle) {
        return base.vertx().deployVerticle(verticle).map(id -> {
            order.add(name, () -> base.vertx().undeploy(id));
            return null;
        });
    }
}
