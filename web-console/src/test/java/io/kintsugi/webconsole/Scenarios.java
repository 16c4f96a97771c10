package io.kintsugi.webconsole;

import io.kintsugi.cluster.contract.ApiContract;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** For each operation and status of the contract what makes the one give the other; the key is {@code submitJob 201}. */
final class Scenarios {
    static final String GOOD = "{\"program\": {\"builder\": \"io.kintsugi.webconsole.TestJobs$Good\"}}";
    static final String OTHER =
            "{\"program\": {\"builder\": \"io.kintsugi.webconsole.TestJobs$Good\", \"params\": {\"parallelism\": 1}}}";
    static final String THROWING = "{\"program\": {\"builder\": \"io.kintsugi.webconsole.TestJobs$Throwing\"}}";
    private static final String JOBS = "/api/v1/jobs";
    private static final String JOB = "/api/v1/jobs/numbers";
    private static final String STOP = JOB + ":stop";
    private static final String SAVEPOINTS = JOB + "/savepoints";
    private static final String SAVEPOINT = SAVEPOINTS + "/before";
    private static final String CLUSTER_EVENTS = "/api/v1/cluster/events?limit=1";
    private static final String NODE = "/api/v1/nodes/" + ChangingMembership.SELF.name();
    private static final String VALIDATE = "/api/v1/jobs:validate";
    private static final String ARTIFACTS = "/api/v1/artifacts";
    private static final String UNKNOWN_ARTIFACT = ARTIFACTS + "/sha256:" + "0".repeat(64);

    /** Prepares the node and returns the request. */
    interface Scenario {
        Call prepare(HttpFixture node) throws Exception;
    }

    private final Map<String, Scenario> scenarios = new TreeMap<>();
    private final Buffer jar;

    private Scenarios(Buffer jar) {
        this.jar = jar;
    }

    static Map<String, Scenario> all(Buffer jar) {
        Scenarios all = new Scenarios(jar);
        all.jobs();
        all.stopping();
        all.restarting();
        all.deleting();
        all.failing();
        all.insight();
        all.recoveries();
        all.checkpoints();
        all.artifacts();
        all.node();
        all.access();
        all.draining();
        all.quarantining();
        return all.scenarios;
    }

    private void jobs() {
        leaderRead("listJobs", JOBS);
        put("listJobs 200", node -> after(node, Call.json("POST", JOBS, GOOD), Call.of("GET", JOBS)));
        ofJob("getJob", JOB);
        leaderWrite("submitJob", Call.json("POST", JOBS, GOOD));
        put("submitJob 201", node -> Call.json("POST", JOBS, GOOD));
        put("submitJob 409", node -> after(node, Call.json("POST", JOBS, GOOD), Call.json("POST", JOBS, GOOD)));
        put("submitJob 422", node -> Call.json("POST", JOBS, THROWING));
        leaderWrite("putJob", Call.json("PUT", JOB, GOOD));
        put("putJob 200", node -> after(node, Call.json("PUT", JOB, GOOD), Call.json("PUT", JOB, GOOD)));
        put("putJob 201", node -> Call.json("PUT", JOB, GOOD));
        put("putJob 409", node -> after(node, Call.json("PUT", JOB, GOOD), Call.json("PUT", JOB, OTHER)));
        put(
                "putJob 412",
                node -> after(
                        node,
                        Call.json("PUT", JOB, GOOD),
                        Call.json("PUT", JOB, GOOD).with("If-Match", "\"99\"")));
        put("putJob 422", node -> Call.json("PUT", JOB + "-2", GOOD));
        leaderWrite("validateJob", Call.json("POST", VALIDATE, GOOD));
        put("validateJob 200", node -> Call.json("POST", VALIDATE, GOOD));
    }

    private void stopping() {
        Call stop = Call.json("POST", STOP, "{\"mode\": \"now\"}");
        leaderWrite("stopJob", stop);
        put("stopJob 202", node -> after(node, Call.json("POST", JOBS, GOOD), stop));
        put("stopJob 200", node -> after(node, Call.json("POST", JOBS, GOOD), stop.with("Prefer", "wait=2")));
        put("stopJob 404", node -> stop);
        otherRun("stopJob", stop);
        put("stopJob 422", node -> {
            node.send(Call.json("POST", JOBS, GOOD));
            node.send(stop.with("Idempotency-Key", "stop-422"));
            return Call.of("POST", STOP).with("Idempotency-Key", "stop-422");
        });
    }

    private void restarting() {
        Call restart = Call.json("POST", JOB + ":restart", "{\"from\": \"none\"}");
        leaderWrite("restartJob", restart);
        put("restartJob 200", node -> after(node, Call.json("POST", JOBS, GOOD), restart.with("Prefer", "wait=2")));
        put("restartJob 202", node -> after(node, Call.json("POST", JOBS, GOOD), restart));
        put("restartJob 404", node -> restart);
        put("restartJob 409", node -> {
            node.send(Call.json("POST", JOBS, GOOD));
            node.jobs.restartingAlready();
            return restart;
        });
        otherRun("restartJob", restart);
        put("restartJob 422", node -> {
            node.send(Call.json("POST", JOBS, GOOD));
            return Call.json("POST", JOB + ":restart", "{\"from\": \"savepoint\", \"savepoint\": \"gone\"}");
        });
    }

    private void deleting() {
        Call stop = Call.json("POST", STOP, "{\"mode\": \"now\"}");
        Call delete = Call.of("DELETE", JOB);
        leader("deleteJob", delete);
        put("deleteJob 200", node -> {
            node.send(Call.json("POST", JOBS, GOOD));
            return after(node, stop, delete);
        });
        put("deleteJob 404", node -> delete);
        put("deleteJob 409", node -> after(node, Call.json("POST", JOBS, GOOD), delete));
        otherRun("deleteJob", delete);
        leaderRead("getOperation", "/api/v1/operations/none");
        put("getOperation 200", node -> {
            node.send(Call.json("POST", JOBS, GOOD));
            return Call.of("GET", node.send(stop).headers().get("location"));
        });
        put("getOperation 404", node -> Call.of("GET", "/api/v1/operations/none"));
        leaderRead("listBuilders", "/api/v1/builders");
        put("listBuilders 200", node -> Call.of("GET", "/api/v1/builders"));
    }

    private void otherRun(String operation, Call call) {
        put(operation + " 412", node -> after(node, Call.json("POST", JOBS, GOOD), call.with("If-Match", "\"99\"")));
    }

    private void failing() {
        Call fail = Call.json("POST", JOB + ":fail-task", "{\"task\": \"read[0]\"}");
        leaderWrite("failTask", fail);
        put("failTask 202", node -> after(node, Call.json("POST", JOBS, GOOD), fail));
        put("failTask 404", node -> fail);
        otherRun("failTask", fail);
        put("failTask 409", node -> {
            node.send(Call.json("POST", JOBS, GOOD));
            return after(node, Call.json("POST", STOP, "{\"mode\": \"now\"}"), fail);
        });
        put("failTask 422", node -> {
            node.send(Call.json("POST", JOBS, GOOD));
            node.send(fail.with("Idempotency-Key", "fail-422"));
            return Call.json("POST", JOB + ":fail-task", "{\"task\": \"read[1]\"}")
                    .with("Idempotency-Key", "fail-422");
        });
    }

    private void insight() {
        ofJob("getTask", JOB + "/tasks/read%5B0%5D");
        ofJob("getGraph", JOB + "/graph");
        ofJob("getJobMetrics", JOB + "/metrics?windowMs=60000");
        ofJob("listEvents", JOB + "/events?after=0");
        ofJob("listErrors", JOB + "/errors");
        leaderRead("listClusterEvents", CLUSTER_EVENTS);
        put("listClusterEvents 200", node -> Call.of("GET", CLUSTER_EVENTS));
    }

    private void recoveries() {
        ofJob("listRecoveries", JOB + "/recoveries");
        ofJob("getRecovery", JOB + "/recoveries/1");
        ofJob("getLoss", JOB + "/loss");
    }

    /** A question about a job, which is unknown until it is submitted. */
    private void ofJob(String operation, String path) {
        leaderRead(operation, path);
        put(operation + " 200", node -> after(node, Call.json("POST", JOBS, GOOD), Call.of("GET", path)));
        put(operation + " 404", node -> Call.of("GET", path));
    }

    private void checkpoints() {
        Call take = Call.json("POST", SAVEPOINTS, "{\"name\": \"before\"}");
        ofJob("listCheckpoints", JOB + "/checkpoints");
        leaderRead("listSavepoints", SAVEPOINTS);
        put("listSavepoints 200", node -> withSavepoint(node, take, Call.of("GET", SAVEPOINTS)));
        leaderWrite("triggerSavepoint", take);
        put("triggerSavepoint 202", node -> after(node, Call.json("POST", JOBS, GOOD), take));
        put(
                "triggerSavepoint 200",
                node -> after(node, Call.json("POST", JOBS, GOOD), take.with("Prefer", "respond-async, wait=2")));
        put("triggerSavepoint 404", node -> take);
        otherRun("triggerSavepoint", take);
        put("triggerSavepoint 409", node -> withSavepoint(node, take, take));
        put("triggerSavepoint 422", node -> {
            node.send(Call.json("POST", JOBS, GOOD));
            node.send(take.with("Idempotency-Key", "take-422"));
            return Call.of("POST", SAVEPOINTS).with("Idempotency-Key", "take-422");
        });
        leaderRead("getSavepoint", SAVEPOINT);
        put("getSavepoint 200", node -> withSavepoint(node, take, Call.of("GET", SAVEPOINT)));
        put("getSavepoint 404", node -> Call.of("GET", SAVEPOINT));
        Call delete = Call.of("DELETE", SAVEPOINT);
        leader("deleteSavepoint", delete);
        put("deleteSavepoint 200", node -> withSavepoint(node, take, delete));
        put("deleteSavepoint 404", node -> delete);
        put("deleteSavepoint 409", node -> Call.of("DELETE", SAVEPOINTS + "/used"));
    }

    private static Call withSavepoint(HttpFixture node, Call take, Call then) throws Exception {
        node.send(Call.json("POST", JOBS, GOOD));
        return after(node, take, then);
    }

    private void artifacts() {
        leaderRead("listArtifacts", ARTIFACTS);
        put("listArtifacts 200", node -> after(node, Call.jar(jar), Call.of("GET", ARTIFACTS)));
        leaderRead("getArtifact", UNKNOWN_ARTIFACT);
        put(
                "getArtifact 200",
                node -> Call.of("GET", node.send(Call.jar(jar)).headers().get("location")));
        put("getArtifact 404", node -> Call.of("GET", UNKNOWN_ARTIFACT));
        Call delete = Call.of("DELETE", UNKNOWN_ARTIFACT);
        leader("deleteArtifact", delete);
        put(
                "deleteArtifact 200",
                node -> Call.of("DELETE", node.send(Call.jar(jar)).headers().get("location")));
        put("deleteArtifact 404", node -> delete);
        put("deleteArtifact 409", node -> {
            String path = node.send(Call.jar(jar)).headers().get("location");
            String digest = path.substring(path.lastIndexOf('/') + 1);
            node.send(Call.json("POST", JOBS, TestJar.submission(digest)));
            return Call.of("DELETE", path);
        });
        common("uploadArtifact", Call.jar(jar));
        put("uploadArtifact 200", node -> after(node, Call.jar(jar), Call.jar(jar)));
        put("uploadArtifact 201", node -> Call.jar(jar));
        put("uploadArtifact 413", node -> Call.jar(Buffer.buffer(new byte[HttpFixture.JAR_BYTES_MAX + 1])));
        put("uploadArtifact 415", node -> Call.jar(jar).with("content-type", "image/png"));
        put("uploadArtifact 422", node -> Call.jar(Buffer.buffer("PNG")));
        put("uploadArtifact 500", node -> {
            delete(node.artifacts.resolve("incoming"));
            return Call.jar(jar);
        });
        put("uploadArtifact 503", node -> {
            node.membership.leader(Optional.empty());
            return Call.jar(jar);
        });
    }

    private void node() {
        common("listNodes", Call.of("GET", "/api/v1/nodes"));
        put("listNodes 200", node -> Call.of("GET", "/api/v1/nodes"));
        put("listNodes 500", node -> broken(node, Call.of("GET", "/api/v1/nodes")));
        put("listNodes 503", node -> {
            node.stopService();
            return Call.of("GET", "/api/v1/nodes");
        });
        common("getNode", Call.of("GET", NODE));
        put("getNode 200", node -> Call.of("GET", NODE));
        put("getNode 404", node -> Call.of("GET", NODE + "-2"));
        put("getNode 500", node -> broken(node, Call.of("GET", NODE)));
        put("getNode 503", node -> {
            node.stopService();
            return Call.of("GET", NODE);
        });
        simple("streamEvents", "/api/v1/events");
        put("streamEvents 503", node -> {
            for (int i = 0; i < HttpFixture.STREAMS_MAX; i++) {
                node.openStream();
            }
            return Call.of("GET", "/api/v1/events");
        });
        simple("getProblem", "/problems/KIN-2001");
        put("getProblem 404", node -> Call.of("GET", "/problems/unknown-jobb"));
        simple("getContract", "/api/v1/openapi.yaml");
        simple("getLiveness", "/health/live");
        simple("getReadiness", "/health/ready");
        put("getReadiness 503", node -> {
            node.missing = List.of("no leader yet");
            return Call.of("GET", "/health/ready");
        });
        simple("getMetrics", "/metrics");
    }

    /** Whether the node that is asked has users. */
    static boolean needsUsers(String key) {
        return key.startsWith("logIn ") || key.endsWith(" 401");
    }

    private void access() {
        Call logIn = Staff.logIn("viewer", Staff.password("viewer"));
        common("logIn", logIn);
        put("logIn 200", node -> logIn);
        put("logIn 401", node -> Staff.logIn("viewer", "wrong"));
        put("logIn 413", node -> logIn.body(Buffer.buffer(" ".repeat(HttpFixture.BODY_BYTES_MAX + 1))));
        put("logIn 415", node -> logIn.with("content-type", "text/plain"));
        put("logIn 429", node -> {
            for (int i = 0; i < Staff.FAILURES_MAX; i++) {
                node.send(Staff.logIn("viewer", "wrong"));
            }
            return logIn;
        });
        Call logOut = Call.of("DELETE", "/api/v1/session");
        common("logOut", logOut);
        put("logOut 200", node -> logOut);
        simple("getMe", "/api/v1/me");
        common("getAudit", Call.of("GET", "/api/v1/audit"));
        put("getAudit 200", node -> Call.of("GET", "/api/v1/audit"));
        put("getAudit 500", node -> {
            Files.createDirectories(node.brokenAudit);
            return Call.of("GET", "/api/v1/audit");
        });
        put("getAudit 503", node -> {
            node.stopService();
            return Call.of("GET", "/api/v1/audit");
        });
    }

    private void draining() {
        Call drain = Call.of("POST", NODE + ":drain");
        leader("drainNode", drain);
        put("drainNode 202", node -> drain);
        put("drainNode 200", node -> drain.with("Prefer", "wait=2"));
        put("drainNode 404", node -> Call.of("POST", NODE + "-2:drain"));
        put("drainNode 409", node -> {
            node.jobs.cannotDrain();
            return drain;
        });
        Call undrain = Call.of("POST", NODE + ":undrain");
        leader("undrainNode", undrain);
        put("drainNode 422", node -> keyReused(node, drain, ":drain"));
        put("undrainNode 422", node -> keyReused(node, undrain, ":undrain"));
        put("undrainNode 200", node -> undrain);
        put("undrainNode 404", node -> Call.of("POST", NODE + "-2:undrain"));
    }

    private void quarantining() {
        String until = Instant.now().plus(Duration.ofHours(1)).toString();
        String body = new JsonObject()
                .put("until", until)
                .put("reason", "its disk is slow")
                .encode();
        Call quarantine = Call.json("POST", NODE + ":quarantine", body);
        leaderWrite("quarantineNode", quarantine);
        put("quarantineNode 200", node -> quarantine);
        put("quarantineNode 404", node -> Call.json("POST", NODE + "-2:quarantine", body));
        put("quarantineNode 409", node -> {
            node.jobs.cannotQuarantine();
            return quarantine;
        });
        put("quarantineNode 422", node -> {
            node.send(quarantine.with("Idempotency-Key", "node-422"));
            return Call.json("POST", NODE + "-2:quarantine", body).with("Idempotency-Key", "node-422");
        });
        Call release = Call.of("POST", NODE + ":release");
        leader("releaseNode", release);
        put("releaseNode 200", node -> release);
        put("releaseNode 404", node -> Call.of("POST", NODE + "-2:release"));
        put("releaseNode 422", node -> keyReused(node, release, ":release"));
    }

    private static Call keyReused(HttpFixture node, Call first, String action) throws Exception {
        node.send(first.with("Idempotency-Key", "node-422"));
        return Call.of("POST", NODE + "-2" + action).with("Idempotency-Key", "node-422");
    }

    private void simple(String operation, String path) {
        common(operation, Call.of("GET", path));
        put(operation + " 200", node -> Call.of("GET", path));
    }

    private void leaderWrite(String operation, Call call) {
        leader(operation, call);
        put(operation + " 413", node -> call.body(Buffer.buffer(" ".repeat(HttpFixture.BODY_BYTES_MAX + 1))));
        put(operation + " 415", node -> call.with("content-type", "text/plain"));
    }

    private void leaderRead(String operation, String path) {
        leader(operation, Call.of("GET", path));
    }

    private void leader(String operation, Call call) {
        common(operation, call);
        put(operation + " 500", node -> broken(node, call));
        put(operation + " 503", node -> {
            node.membership.leader(Optional.empty());
            return call;
        });
        put(operation + " 504", node -> {
            node.membership.leader(Optional.of(HttpFixture.SILENT));
            return call;
        });
    }

    private void common(String operation, Call call) {
        put(operation + " 400", node -> call.query("verbos=1"));
        put(operation + " 406", node -> call.with("Accept", "image/png, application/json;q=0"));
        if (ApiContract.load().operation(operation).orElseThrow().role().isPresent()) {
            put(operation + " 401", node -> call);
        }
        put(
                operation + " 403",
                node -> call.method().equals("GET")
                        ? call.host("evil.example")
                        : call.with("Origin", "http://evil.example"));
    }

    private void put(String key, Scenario scenario) {
        if (scenarios.put(key, scenario) != null) {
            throw new IllegalStateException("two scenarios for " + key);
        }
    }

    private static Call broken(HttpFixture node, Call call) {
        node.membership.broken(true);
        return call;
    }

    private static Call after(HttpFixture node, Call first, Call then) throws Exception {
        node.send(first);
        return then;
    }

    private static void delete(Path directory) throws Exception {
        Files.delete(directory);
    }
}
