package io.kintsugi.cluster.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.cluster.contract.ApiContract;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.PartitionStatus;
import io.kintsugi.core.protocol.SpareStatus;
import io.kintsugi.core.protocol.SuperstepStatus;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.protocol.TaskLatency;
import io.kintsugi.core.protocol.TaskStatus;
import io.kintsugi.core.protocol.TaskTime;
import io.kintsugi.core.recovery.Recovery;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JobJsonTest {
    private static final AttemptId ATTEMPT = new AttemptId(new TaskId("read", 1), 3);
    private static final TaskCounters COUNTERS = new TaskCounters(
            ATTEMPT,
            1,
            2,
            3,
            4,
            5,
            6,
            7_000_000,
            8_000_000,
            9_000_000,
            10,
            11,
            12,
            new TaskTime(1_517_450_399_650L, "read[1]"),
            List.of(new TaskLatency("read", 3, 40, 50)));
    private static final TaskStatus TASK = new TaskStatus(
            ATTEMPT,
            "read+write",
            TaskState.FAILED,
            new NodeId("n1", "abc"),
            COUNTERS,
            new Failure("java.io.IOException", "disk full", "at X"));
    private static final TaskStatus KEEPS = new TaskStatus(
                    AttemptId.first(new TaskId("sum", 0)),
                    "sum",
                    TaskState.FINISHED,
                    new NodeId("n1", "abc"),
                    null,
                    null)
            .with(new PartitionStatus(PartitionStatus.State.KEPT, 4, 100, 2_000, 50, 8));
    private static final TaskStatus MISSING = new TaskStatus(
                    AttemptId.first(new TaskId("sum", 1)),
                    "sum",
                    TaskState.FINISHED,
                    new NodeId("n1", "abc"),
                    null,
                    null)
            .with(new PartitionStatus(
                    PartitionStatus.State.LOST,
                    4,
                    PartitionStatus.UNKNOWN,
                    PartitionStatus.UNKNOWN,
                    PartitionStatus.UNKNOWN,
                    0));
    private static final JobStatus JOB = new JobStatus(
            new JobSpec(
                    new JobId("clicks", Long.MAX_VALUE),
                    "a.B",
                    Map.of("rate", "5"),
                    "sha256:" + "0".repeat(64),
                    "key-groups=128",
                    Recovery.task()),
            JobState.FAILED,
            1_764_442_800_000L,
            1_764_442_801_500L,
            3,
            new Failure("X", "task read[1] failed", "trace"),
            List.of(TASK, KEEPS, MISSING),
            List.of(
                    new SpareStatus(
                            AttemptId.first(new TaskId("work", 4)),
                            SpareStatus.State.READY,
                            new NodeId("n1", "abc"),
                            0),
                    new SpareStatus(new AttemptId(new TaskId("work", 5), 3), SpareStatus.State.MISSING, null, 2)),
            2,
            List.of(
                    new SuperstepStatus("ranks", 4, 100, 0.25, false),
                    new SuperstepStatus("centers", 1, 10, Double.NaN, false)));

    @Test
    void writesIdsAsTextAndTimesInUtc() {
        JsonObject json = JobJson.detailed(JOB);

        assertThat(json.getString("run")).isEqualTo("9223372036854775807");
        assertThat(json.getString("submittedAt")).isEqualTo("2025-11-29T19:00:00Z");
        assertThat(json.getString("endedAt")).isEqualTo("2025-11-29T19:00:01.500Z");
        assertThat(json.getJsonObject("taskStates"))
                .isEqualTo(new JsonObject().put("FAILED", 1).put("FINISHED", 2));
    }

    @Test
    void showsNoValueOfAParameterWhoseNameSaysThatItIsSecret() {
        Map<String, String> parameters = Map.of("rate", "5", "db-password", "p1", "API_KEY", "p2", "authToken", "p3");

        assertThat(SecretNames.masked(parameters))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("rate", "5", "db-password", "***", "API_KEY", "***", "authToken", "***"));
    }

    @Test
    void readsBackWhatItWrote() {
        assertThat(JobJson.read(new JsonObject(JobJson.detailed(JOB).encode()))).isEqualTo(JOB);
    }

    @Test
    void leavesTasksAndTracesOutOfLists() {
        JobStatus read = JobJson.read(JobJson.summary(JOB));

        assertThat(read.tasks()).isEmpty();
        assertThat(read.failure()).isEqualTo(new Failure("X", "task read[1] failed", ""));
        assertThat(read.spec()).isEqualTo(JOB.spec());
    }

    @Test
    void looksAsTheContractSays() {
        ApiContract contract = ApiContract.load();

        assertThat(contract.operation("getJob")
                        .orElseThrow()
                        .responses()
                        .get(200)
                        .schema()
                        .orElseThrow()
                        .errors(JobJson.detailed(JOB), "#"))
                .isEmpty();
    }
}
