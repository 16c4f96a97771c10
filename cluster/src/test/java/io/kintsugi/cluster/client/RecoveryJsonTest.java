package io.kintsugi.cluster.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.cluster.contract.ApiContract;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobNews;
import io.kintsugi.core.protocol.LossEntry;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.protocol.RecoveryStage;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.recovery.AbsentConsumer;
import io.kintsugi.core.recovery.CheckpointsWithLoss;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.recovery.RestartStrategy;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RecoveryJsonTest {
    private static final TaskId TRAIN = new TaskId("train", 2);
    private static final LossTotals TOTALS = new LossTotals(20, 5, 4, 3, 2, 21, LossBasis.BOUNDED);

    private static final RecoveryStatus RECOVERY = new RecoveryStatus(
            7,
            Recovery.Strategy.TASK,
            List.of(TRAIN),
            List.of(TRAIN, new TaskId("write", 0)),
            13,
            new Failure("X", "disk full", "at Y"),
            RecoveryStatus.State.RUNNING,
            Map.of(
                    RecoveryStage.FAILED, 1_000L,
                    RecoveryStage.DETECTED, 1_002L,
                    RecoveryStage.RECONNECTED, 1_040L,
                    RecoveryStage.FIRST_RECORD, 1_041L),
            TOTALS);

    private static JsonObject json(String text) {
        return new JsonObject(text.replace('\'', '"'));
    }

    @Test
    void readsBackEachRecoveryThatItWrote() {
        List<Recovery> recoveries = List.of(
                Recovery.none(),
                Recovery.region().lossBudget(LossBudget.unlimited()),
                Recovery.task()
                        .absentConsumer(AbsentConsumer.buffer(77))
                        .checkpointsWithLoss(CheckpointsWithLoss.FORBID)
                        .restart(RestartStrategy.failureRate(3, Duration.ofSeconds(9), Duration.ofMillis(5))),
                Recovery.sink()
                        .absentConsumer(AbsentConsumer.discard())
                        .restart(RestartStrategy.fixedDelay(4, Duration.ofMillis(8))),
                Recovery.downstream()
                        .absentConsumer(AbsentConsumer.reroute())
                        .lossBudget(new LossBudget(1, 0.25, 2, 3, 4, LossBudget.OnExcess.PAUSE)));

        for (Recovery recovery : recoveries) {
            JsonObject written = RecoveryJson.write(recovery);
            assertThat(RecoveryJson.read(new JsonObject(written.encode()))).isEqualTo(recovery);
            assertThat(errors(written)).isEmpty();
        }
    }

    @Test
    void keepsWhatAPartOfARecoveryDoesNotSay() {
        Recovery own = Recovery.task().absentConsumer(AbsentConsumer.block());

        assertThat(RecoveryJson.read(new JsonObject(), own)).isEqualTo(own);
        assertThat(RecoveryJson.read(json("{'strategy': 'downstream'}"), own))
                .isEqualTo(own.strategy(Recovery.Strategy.DOWNSTREAM));
        assertThat(RecoveryJson.read(json("{'lossBudget': {'records': 9}}"), own))
                .isEqualTo(own.lossBudget(LossBudget.unlimited().records(9)));
        assertThat(RecoveryJson.read(json("{'restart': {'kind': 'exponential', 'initialMs': 7}}"), own))
                .isEqualTo(own.restart(new RestartStrategy.Exponential(7, 60_000, 0.1, 600_000)));
    }

    @Test
    void namesTheFieldsThatDoNotGoTogether() {
        assertThat(errors(json("{'absentConsumer': {'kind': 'discard', 'bytes': 5}}")))
                .containsExactly("#/recovery/absentConsumer/bytes: field 'bytes' does not go with kind 'discard'");
        assertThat(errors(json("{'restart': {'kind': 'fixed-delay', 'jitter': 0.5}}")))
                .containsExactly(
                        "#/recovery/restart/restarts: field 'restarts' is needed with kind 'fixed-delay' and was not given",
                        "#/recovery/restart/jitter: field 'jitter' does not go with kind 'fixed-delay'");
        assertThat(errors(json("{'restart': {'kind': 'exponential', 'maxMs': 50}}")))
                .containsExactly("#/recovery/restart/maxMs: expected at least the initial pause of 100 ms, found 50");
    }

    @Test
    void namesValuesAndFieldsThatTheContractDoesNotKnow() {
        assertThat(errors(json("{'strategy': 'tsk'}")))
                .containsExactly("#/recovery/strategy: expected task or sink or downstream or region, found 'tsk'");
        assertThat(errors(json("{'lossBudget': {'fraction': 1.5}}")))
                .containsExactly("#/recovery/lossBudget/fraction: expected number from 0 to 1, found the number 1.5");
        assertThat(errors(json("{'lossBudget': {'record': 1}}")))
                .containsExactly("#/recovery/lossBudget/record: unknown field 'record'; did you mean 'records'?");
    }

    private static List<String> errors(JsonObject recovery) {
        JsonObject body = json("{'program': {'builder': 'a.B'}}").put("recovery", recovery);
        List<ProblemError> bySchema =
                ApiContract.load().operation("submitJob").orElseThrow().checkBody(body);
        return (bySchema.isEmpty() ? RecoveryErrors.of(recovery) : bySchema)
                .stream().map(error -> error.pointer() + ": " + error.detail()).toList();
    }

    @Test
    void readsBackARecoveryWithItsTimeline() {
        JsonObject written = RecoveryStatusJson.detailed(RECOVERY);

        assertThat(RecoveryStatusJson.read(new JsonObject(written.encode()))).isEqualTo(RECOVERY);
        assertThat(written.getString("id")).isEqualTo("7");
        assertThat(written.getJsonObject("timeline").getString("firstRecord")).isEqualTo("1970-01-01T00:00:01.041Z");
        assertThat(written.getLong("durationMs")).isEqualTo(40);
        assertThat(written.getLong("firstRecordMs")).isEqualTo(41);
        assertThat(RecoveryStatusJson.summary(RECOVERY).getJsonObject("cause").containsKey("trace"))
                .isFalse();
    }

    @Test
    void readsBackNewsOfAJob() {
        JobNews news = new JobNews(
                new JobId("clicks", 3),
                JobNews.Kind.BUDGET_EXCEEDED,
                JobState.RECOVERING,
                1_041,
                "9 records lost",
                List.of(RECOVERY));

        JsonObject written = JobNewsJson.write(news);

        assertThat(ApiContract.load().schema("JobNews").errors(written, "#")).isEmpty();
        assertThat(written.getString("event")).isEqualTo("budget-exceeded");
        assertThat(JobNewsJson.read(written).recoveries())
                .extracting(RecoveryStatus::id)
                .containsExactly(7L);
        assertThat(JobNewsJson.address(news.kind().topic())).isEqualTo("kintsugi.events.loss");
    }

    @Test
    void readsBackALossAccount() {
        ChannelId channel = new ChannelId(1, 0, 2);
        LossStatus status = new LossStatus(
                TOTALS,
                false,
                16,
                new LossStatus.Budget(25, 0.0125, 2, 90, true),
                List.of(
                        entry(LossRange.counted(channel, 2, 5, Long.MAX_VALUE - 1, LossKind.DISCARDED)),
                        entry(LossRange.unknown(channel, 2, 9))));

        JsonObject written = LossJson.write(status);

        assertThat(LossJson.read(new JsonObject(written.encode()))).isEqualTo(status);
        assertThat(written.getJsonArray("entries").getJsonObject(0).getString("to"))
                .isEqualTo("9223372036854775806");
    }

    private static LossEntry entry(LossRange range) {
        return new LossEntry(range, new TaskId("read", 0), TRAIN, 7, LossEntry.State.COMMITTED);
    }
}
