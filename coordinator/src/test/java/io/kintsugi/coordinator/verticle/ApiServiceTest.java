package io.kintsugi.coordinator.verticle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.cluster.artifact.ArtifactSource;
import io.kintsugi.cluster.artifact.ArtifactStore;
import io.kintsugi.cluster.artifact.Artifacts;
import io.kintsugi.cluster.artifact.JobLoader;
import io.kintsugi.cluster.artifact.LocalJobs;
import io.kintsugi.cluster.client.ApiAddress;
import io.kintsugi.cluster.client.ApiReply;
import io.kintsugi.cluster.client.ApiRequest;
import io.kintsugi.cluster.client.ClientSettings;
import io.kintsugi.cluster.client.KintsugiClient;
import io.kintsugi.cluster.client.KintsugiClient.Submission;
import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemException;
import io.kintsugi.cluster.client.RecoveryJson;
import io.kintsugi.cluster.contract.ApiContract;
import io.kintsugi.cluster.contract.ApiOperation;
import io.kintsugi.core.config.ApiSettings;
import io.kintsugi.core.config.BuildSettings;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.recovery.Recovery;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes inside one Vert.x, told apart by their addresses. */
final class ApiServiceTest {
    private static final NodeId LEADER = new NodeId("leader", "i1");
    private static final NodeId OTHER = new NodeId("other", "i2");
    /** For an answer that does not come. */
    private static final int TIMEOUT_MS = 300;

    /** For one that comes, on a machine that may be busy. */
    private static final int ANSWER_MS = 60_000;

    private static final Submission CLICKS = new Submission("clicks", "a.B", Map.of("rate", "5"), null);

    @TempDir
    Path temp;

    private final Vertx vertx = Vertx.vertx();
    private final ApiAddress bus = new ApiAddress(vertx);
    private final RecordingJobs jobs = new RecordingJobs();

    @AfterEach
    void close() throws Exception {
        await(vertx.close());
    }

    private LeaderOperations leaderSide() {
        JobLoader loader = new JobLoader(
                vertx,
                ApiServiceTest.class.getClassLoader(),
                new LocalJobs(LEADER),
                ArtifactSource.none(),
                BuildSettings.defaults());
        Artifacts artifacts = new Artifacts(new ArtifactStore(temp, "w1", 1_000), id -> Future.succeededFuture());
        return new LeaderOperations(
                vertx, jobs, loader, artifacts, new ApiSettings(ANSWER_MS, 2, 1, 10_000, 500, 10, 1));
    }

    private ApiService node(NodeId self, NodeId leader) throws Exception {
        return node(self, leader, ANSWER_MS);
    }

    private ApiService node(NodeId self, NodeId leader, int forwardTimeoutMs) throws Exception {
        ApiSettings settings = new ApiSettings(forwardTimeoutMs, 2, 1, 10_000, 5_000, 10, 1);
        return await(ApiService.start(
                vertx, new FixedMembership(self, Optional.of(leader)), settings, Optional.of(leaderSide())));
    }

    private ApiRequest request(String operation, JsonObject body, String key) {
        return new ApiRequest(operation, body, key, "r1");
    }

    private JsonObject at(NodeId node, String operation, JsonObject body) throws Exception {
        return await(bus.request(ApiAddress.local(node), request(operation, body, null), ANSWER_MS))
                .body();
    }

    private Problem refusal(Future<?> future) {
        List<Problem> problems = new ArrayList<>();
        assertThatThrownBy(() -> await(future))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(ProblemException.class, e -> problems.add(e.problem()));
        return problems.get(0);
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static JsonObject submission() {
        return new JsonObject("{\"name\": \"clicks\", \"program\": {\"builder\": \"a.B\"}}");
    }

    @Test
    void answersFromTheLeaderWhicheverNodeIsAsked() throws Exception {
        node(LEADER, LEADER);
        node(OTHER, LEADER);

        assertThat(at(OTHER, "submitJob", submission()).getString("name")).isEqualTo("clicks");
        assertThat(at(LEADER, "getJob", new JsonObject("{\"params\": {\"name\": \"clicks\"}}"))
                        .getString("state"))
                .isEqualTo("DEPLOYING");
    }

    @Test
    void hasAHandlerForEachOperationOfTheContractAndNoOther() {
        List<String> handled = new ArrayList<>(leaderSide().ids());
        handled.addAll(NodeOperations.IDS);

        assertThat(handled)
                .containsExactlyInAnyOrderElementsOf(ApiContract.load().operations().stream()
                        .filter(operation -> !operation.httpOnly())
                        .map(ApiOperation::id)
                        .toList());
    }

    @Test
    void saysThatTheLeaderDidNotAnswerInTime() throws Exception {
        node(OTHER, LEADER, TIMEOUT_MS);
        vertx.eventBus().consumer(ApiAddress.leader(LEADER), silent -> {});

        Problem problem =
                refusal(bus.request(ApiAddress.local(OTHER), request("listJobs", new JsonObject(), null), ANSWER_MS));

        assertThat(problem.code()).isEqualTo(ProblemCode.LEADER_TIMEOUT);
        assertThat(problem.detail()).contains("within " + TIMEOUT_MS + " ms").contains("is not known");
        assertThat(problem.requestId()).isEqualTo("r1");
    }

    @Test
    void doesNotPassARequestOnTwice() throws Exception {
        node(LEADER, OTHER);
        node(OTHER, LEADER);

        Problem problem =
                refusal(bus.request(ApiAddress.local(OTHER), request("listJobs", new JsonObject(), null), ANSWER_MS));

        assertThat(problem.code()).isEqualTo(ProblemCode.NOT_LEADER);
        assertThat(problem.detail()).isEqualTo("node leader does not lead; it sees other lead; try again");
    }

    @Test
    void saysThatNobodyLeadsOrNobodyListens() throws Exception {
        await(ApiService.start(
                vertx, new FixedMembership(OTHER, Optional.empty()), ApiSettings.defaults(), Optional.empty()));

        assertThat(refusal(bus.request(ApiAddress.local(OTHER), request("listJobs", new JsonObject(), null), ANSWER_MS))
                        .code())
                .isEqualTo(ProblemCode.NO_LEADER);
        assertThat(refusal(bus.request("nobody", request("listJobs", new JsonObject(), null), ANSWER_MS))
                        .code())
                .isEqualTo(ProblemCode.NO_LEADER);
    }

    @Test
    void holdsMessagesAgainstTheContract() throws Exception {
        node(LEADER, LEADER);

        assertThat(refused("submitJop", new JsonObject()))
                .isEqualTo("KIN-1008 header 'operation': there is no operation 'submitJop'; did you mean 'submitJob'?");
        assertThat(refused("uploadArtifact", new JsonObject())).startsWith("KIN-1008");
        assertThat(refused("submitJob", submission().put("nmae", "x")))
                .isEqualTo("KIN-1001 unknown field 'nmae'; did you mean 'name'?");
        assertThat(refused("getJob", new JsonObject()))
                .isEqualTo("KIN-1001 parameter 'name' is needed and was not given");
        assertThat(refused("getJob", new JsonObject().put("params", "x")))
                .isEqualTo("KIN-1001 expected an object of parameters");
        assertThat(refused("listJobs", new JsonObject().put("x", 1)))
                .isEqualTo("KIN-1001 operation listJobs takes no body");
        assertThat(refused("submitJob", submission().put("name", "x".repeat(10_000))))
                .startsWith("KIN-1006");
        assertThat(refused("submitJob", submission().put("recovery", bytesToDiscard())))
                .isEqualTo("KIN-1001 field 'bytes' does not go with kind 'discard'");
        assertThat(refused("validateJob", submission().put("recovery", bytesToDiscard())))
                .startsWith("KIN-1001");
    }

    private static JsonObject bytesToDiscard() {
        return new JsonObject("{\"absentConsumer\": {\"kind\": \"discard\", \"bytes\": 5}}");
    }

    private String refused(String operation, JsonObject body) {
        return refusal(bus.request(ApiAddress.local(LEADER), request(operation, body, null), ANSWER_MS))
                .toString();
    }

    @Test
    void doesARequestOnceForAKeyAlsoWhileItIsUnderWay() throws Exception {
        node(LEADER, LEADER);
        jobs.hold();
        Future<?> first = bus.request(ApiAddress.local(LEADER), request("submitJob", submission(), "k1"), ANSWER_MS);
        Future<?> second = bus.request(ApiAddress.local(LEADER), request("submitJob", submission(), "k1"), ANSWER_MS);
        at(LEADER, "listNodes", new JsonObject());

        jobs.letGo();

        assertThat(await(first)).isEqualTo(await(second));
        assertThat(jobs.submissions()).hasSize(1);
    }

    @Test
    void forgetsAKeyWhoseRequestFailedAndTheOldestOfTooMany() throws Exception {
        node(LEADER, LEADER);
        jobs.failNext(new IllegalStateException("disk full"));

        assertThat(refusal(bus.request(ApiAddress.local(LEADER), request("submitJob", submission(), "k1"), ANSWER_MS))
                        .code())
                .isEqualTo(ProblemCode.INTERNAL);
        for (String key : List.of("k1", "k2", "k3")) {
            await(bus.request(
                    ApiAddress.local(LEADER), request("submitJob", submission().put("name", key), key), ANSWER_MS));
        }
        Problem again = refusal(bus.request(
                ApiAddress.local(LEADER), request("submitJob", submission().put("name", "k1"), "k1"), ANSWER_MS));

        assertThat(again.code()).as("k1 was the oldest of three, two are kept").isEqualTo(ProblemCode.NAME_CONFLICT);
    }

    @Test
    void letsATypedClientDoEverything() throws Exception {
        node(LEADER, LEADER);
        KintsugiClient client = KintsugiClient.create(vertx);

        assertThat(await(client.submit(CLICKS.recovery(Recovery.sink()))).spec().parameters())
                .containsEntry("rate", "5");
        assertThat(jobs.submissions().get(0).recovery()).isEqualTo(RecoveryJson.write(Recovery.sink()));
        assertThat(await(client.put("clicks", CLICKS)).spec().id().run()).isEqualTo(1);
        assertThat(await(client.get("clicks")).state()).isEqualTo(JobState.DEPLOYING);
        assertThat(await(client.list())).hasSize(1);
        assertThat(await(client.stop("clicks", StopMode.NOW)).state()).isEqualTo(JobState.STOPPING);
        assertThat(await(client.stopWithSavepoint("clicks", "last")).state()).isEqualTo(JobState.STOPPING);
        assertThat(await(client.validate(CLICKS)))
                .extracting(Problem::code)
                .containsExactly(ProblemCode.UNKNOWN_BUILDER);
        assertThat(await(client.recoveries("clicks"))).isEmpty();
        assertThat(refusal(client.recovery("clicks", 1)).code()).isEqualTo(ProblemCode.UNKNOWN_RECOVERY);
        assertThat(await(client.loss("clicks")).total()).isEqualTo(LossTotals.none());
        assertThat(refusal(client.get("other")).code()).isEqualTo(ProblemCode.UNKNOWN_JOB);
        assertThat(refusal(client.submit(CLICKS)).detail()).isEqualTo("clicks lives");
    }

    @Test
    void makesOneJobWhenAClientTimesOutAndTriesAgainUnderTheSameKey() throws Exception {
        node(LEADER, LEADER);
        jobs.hold();
        AtomicInteger tries = new AtomicInteger();
        vertx.eventBus().addInboundInterceptor(delivery -> {
            boolean asked = ApiAddress.ANY_NODE.equals(delivery.message().address());
            delivery.next();
            if (asked && tries.incrementAndGet() == 3) {
                jobs.letGo();
            }
        });
        KintsugiClient hasty = KintsugiClient.create(vertx, new ClientSettings(100, 600, 1));

        await(hasty.submit(CLICKS));

        assertThat(tries).hasValueGreaterThanOrEqualTo(3);
        assertThat(jobs.submissions()).hasSize(1);
    }

    @Test
    void makesOneJobOfTwentyPutsAtOnceToThreeNodes() throws Exception {
        NodeId third = new NodeId("third", "i3");
        node(LEADER, LEADER);
        node(OTHER, LEADER);
        node(third, LEADER);
        JsonObject put = submission().put("params", new JsonObject().put("name", "clicks"));
        List<Future<ApiReply>> puts = new ArrayList<>();

        for (int i = 0; i < 20; i++) {
            NodeId asked = List.of(LEADER, OTHER, third).get(i % 3);
            puts.add(bus.request(ApiAddress.local(asked), request("putJob", put.copy(), null), ANSWER_MS));
        }

        List<Integer> statuses = new ArrayList<>();
        for (Future<ApiReply> answer : puts) {
            statuses.add(await(answer).status());
        }
        assertThat(statuses).containsOnly(200, 201).containsOnlyOnce(201);
        assertThat(jobs.submissions()).hasSize(1);
    }

    @Test
    void waitsForWhatWasAskedForIfTheCallerPrefersThat() throws Exception {
        node(LEADER, LEADER);
        node(OTHER, LEADER);
        at(LEADER, "submitJob", submission());
        JsonObject params = new JsonObject().put("name", "clicks").put("prefer", "wait=60");

        ApiReply waited = await(bus.request(
                ApiAddress.local(OTHER),
                request("restartJob", new JsonObject().put("from", "none").put("params", params), null),
                ANSWER_MS));

        assertThat(waited.status()).isEqualTo(202); // The job of this directory is being deployed without end.
        String operation = waited.location().substring(waited.location().lastIndexOf('/') + 1);
        JsonObject asked =
                at(OTHER, "getOperation", new JsonObject().put("params", new JsonObject().put("id", operation)));
        assertThat(asked.getString("state")).isEqualTo("RUNNING");
        assertThat(asked.getString("text")).isEqualTo("run 1 is being deployed");
    }

    @Test
    void givesUpAfterTheLastRetry() throws Exception {
        List<String> keys = new CopyOnWriteArrayList<>();
        vertx.eventBus()
                .consumer(
                        ApiAddress.ANY_NODE,
                        message -> keys.add(message.headers().get(ApiAddress.IDEMPOTENCY_KEY)));

        Problem problem = refusal(
                KintsugiClient.create(vertx, new ClientSettings(50, 3, 1)).submit(CLICKS));

        assertThat(problem.code()).isEqualTo(ProblemCode.LEADER_TIMEOUT);
        // The client does not wait for what it has sent last to arrive.
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> keys.size() == 4);
        assertThat(keys).containsOnly(keys.get(0));
    }

    @Test
    void showsTheNodesItSees() throws Exception {
        node(LEADER, LEADER);

        assertThat(at(LEADER, "listNodes", new JsonObject())
                        .getJsonArray("items")
                        .getJsonObject(0))
                .isEqualTo(new JsonObject(
                        "{\"name\": \"leader\", \"incarnation\": \"i1\", \"roles\": [\"COORDINATOR\", \"WORKER\"],"
                                + " \"slots\": 4, \"leader\": true, \"state\": \"ACTIVE\"}"));
    }

    /** It takes seconds where the machine is busy, and loops have other things to do. */
    @Test
    void readsTheContractWhereItMayBlock() throws Exception {
        Vertx narrow = Vertx.vertx(new VertxOptions().setWorkerPoolSize(1));
        CountDownLatch release = new CountDownLatch(1);
        try {
            Future<Boolean> held = narrow.executeBlocking(() -> {
                release.await();
                return true;
            });

            Future<ApiService> starting = ApiService.start(
                    narrow,
                    new FixedMembership(LEADER, Optional.of(LEADER)),
                    ApiSettings.defaults(),
                    Optional.of(leaderSide()));
            await(narrow.eventBus().consumer("another", message -> {}).completion());
            assertThat(starting.isComplete()).isFalse();
            release.countDown();

            assertThat(await(held)).isTrue();
            await(starting);
        } finally {
            release.countDown();
            await(narrow.close());
        }
    }

    @Test
    void saysWhomANodeDoesNotReach() throws Exception {
        node(LEADER, LEADER).withLinks(node -> node.equals(LEADER) ? List.of(new NodeId("w1", "i2")) : List.of());

        JsonObject named = new JsonObject().put("params", new JsonObject().put("node", "leader"));

        assertThat(at(LEADER, "getNode", named).getJsonArray("unreached")).containsExactly("w1");
    }

    @Test
    void answersNoMoreWhenItIsClosed() throws Exception {
        await(node(LEADER, LEADER).close());

        assertThat(refusal(bus.request(
                                ApiAddress.local(LEADER), request("listNodes", new JsonObject(), null), ANSWER_MS))
                        .code())
                .isEqualTo(ProblemCode.NO_LEADER);
    }
}
