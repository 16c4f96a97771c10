package io.kintsugi.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.protocol.RecoveryStage;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.protocol.TaskStatus;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.examples.flights.FlightsSettings;
import io.kintsugi.examples.flights.PassQuality;
import io.kintsugi.examples.flights.QualityBoard;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class DemoResultTest {

    private static final DemoOptions OPTIONS = options(30_000);
    private static final LossTotals LOST = new LossTotals(100, 0, 0, 40, 0, 100, LossBasis.COUNTED);
    private static final PassQuality FIRST = new PassQuality(1, 20_000, 4_349, 0.6597, 0.4957, true);
    private static final PassQuality SECOND = new PassQuality(2, 10_000, 2_000, 0.73, 0.47, true);

    @Test
    void givesTheFiguresOfTheFirstPassSinceOnlyThatIsATest() {
        JsonObject json = result(JobState.FINISHED, null, 30_000).toJson();

        assertThat(json.getLong("records")).isEqualTo(30_000);
        assertThat(json.getDouble("auc")).isEqualTo(0.6597);
        assertThat(json.getDouble("logLoss")).isEqualTo(0.4957);
        assertThat(json.getLong("durationMs")).isEqualTo(500);
        assertThat(json.getLong("recordsPerSecond")).isEqualTo(60_000);
        assertThat(json.getJsonArray("passes")).hasSize(2);
        assertThat(json.getInteger("taskCount")).isEqualTo(1);
        assertThat(json.getJsonArray("tasks").getJsonObject(0).getString("id")).isEqualTo("trainers[0]");
    }

    @Test
    void saysNullWhereThereIsNoFigureYet() {
        JsonObject json = new DemoResult(
                        OPTIONS, status(JobState.FAILED, null), 0, new QualityBoard().read(), unharmed())
                .toJson();

        assertThat(new JsonObject(json.encode()).getMap())
                .containsEntry("auc", null)
                .containsEntry("records", 0);
    }

    @Test
    void tellsPeopleWhichPassIsNoTest() {
        assertThat(result(JobState.FINISHED, null, 30_000).toText().lines())
                .containsExactly(
                        "flights FINISHED: 30,000 records in 0.5 s, 60,000 records/s; 1 task on 1 node",
                        "  pass 1      AUC 0.660  log-loss 0.4957  the test: every flight was new to the models",
                        "  pass 2      AUC 0.730  log-loss 0.4700  no test: the models remember these rows");
    }

    @Test
    void isASuccessOnlyWithAllRecordsOfAJobThatFinished() {
        Failure failure = new Failure("java.io.IOException", "disk full", "");

        assertThat(result(JobState.FINISHED, null, 30_000).shortfall()).isEmpty();
        assertThat(result(JobState.FINISHED, null, 29_999).shortfall().orElseThrow())
                .contains(
                        "30,000 flights read, 29,999 predictions measured; 0 lost (counted), 0 predicted but not remembered")
                .contains("NOT BALANCED");
        assertThat(result(JobState.FAILED, failure, 30_000).shortfall().orElseThrow())
                .isEqualTo("job flights ended as FAILED: IOException: disk full");
    }

    @Test
    void isASuccessWhenTheAccountExplainsEveryMissingPrediction() {
        assertThat(mended(29_940, true).shortfall()).isEmpty();
        assertThat(mended(29_941, true).shortfall()).isPresent();
        assertThat(mended(29_900, true).shortfall()).isPresent();
        assertThat(mended(29_940, false).shortfall()).isPresent();
    }

    @Test
    void takesReportsIntoAccountThatWereOutBeforeTheMeasuringTaskForgotWhatTheySaid() {
        Mended quality = new Mended(List.of(recovery("quality")), loss(LOST, true), OptionalDouble.empty());
        Mended trainer = new Mended(List.of(recovery("trainers")), loss(LOST, true), OptionalDouble.empty());

        assertThat(quality.balances(30_000, 30_000)).isTrue();
        assertThat(quality.balances(30_000, 29_939)).isFalse();
        assertThat(trainer.balances(30_000, 30_000)).isFalse();
    }

    @Test
    void tellsOfEachRecoveryAndOfWhatAllTogetherHaveCost() {
        JsonObject json = mended(29_940, true).toJson();

        assertThat(json.getJsonArray("recoveries").getJsonObject(0))
                .isEqualTo(new JsonObject()
                        .put("task", "trainers[0]")
                        .put("cause", "asked for")
                        .put("strategy", "task")
                        .put("state", "done")
                        .put("tasksRestarted", 1)
                        .put("untouchedTasks", 7)
                        .put("durationMs", 38L)
                        .putNull("firstRecordMs")
                        .put("lost", 100L)
                        .put("orphans", 40L)
                        .put("duplicated", 0L)
                        .put("basis", "counted"));
        assertThat(json.getLong("lostTotal")).isEqualTo(100);
        assertThat(json.getLong("untouchedTasks")).isZero();
        assertThat(json.getBoolean("ledgerBalanced")).isTrue();
        assertThat(json.getBoolean("lostTotalAgrees")).isTrue();
        assertThat(json.getJsonObject("countedOutside"))
                .isEqualTo(new JsonObject()
                        .put("read", 30_000L)
                        .put("measured", 29_940L)
                        .put("missing", 60L));
        assertThat(json.getDouble("failureFreeAuc")).isEqualTo(0.6612);
        assertThat(mended(29_940, true).toText())
                .contains("  pass 1      AUC 0.661  in a second run, without failures")
                .contains(
                        "  account     30,000 flights read, 29,940 predictions measured; 100 lost (counted), 40 predicted but"
                                + " not remembered: balanced");
    }

    @Test
    void saysWhenTheAccountDoesNotAgreeWithWhatWasCountedOutsideAlsoOfAnEndlessReplay() {
        Mended mended = new Mended(List.of(recovery("trainers")), loss(LOST, true), OptionalDouble.empty());
        DemoOptions endless = options(FlightsSettings.ENDLESS);
        JobStatus stopped = status(JobState.STOPPED, null);

        DemoResult right = new DemoResult(endless, stopped, 20_060, reading(20_000), mended);
        DemoResult wrong = new DemoResult(endless, stopped, 20_061, reading(20_000), mended);

        assertThat(right.toJson().getBoolean("lostTotalAgrees")).isTrue();
        assertThat(right.toText()).contains("remembered: balanced");
        assertThat(wrong.toJson().getBoolean("lostTotalAgrees")).isFalse();
        assertThat(wrong.toJson().getBoolean("ledgerBalanced")).isFalse();
        assertThat(wrong.toText()).contains("remembered: NOT BALANCED");
    }

    @Test
    void isNoSuccessWhenTheSourcesHaveNotReadAllThatWasAskedFor() {
        DemoResult few = new DemoResult(OPTIONS, status(JobState.FINISHED, null), 29_999, reading(29_999), unharmed());

        assertThat(few.shortfall()).isPresent();
    }

    @Test
    void tellsOfARecoveryInOneLine() {
        assertThat(Mended.line(recovery("trainers")))
                .isEqualTo(
                        "trainers[0] mended by strategy task after Injected: back in 38 ms; 100 lost so far, 0 duplicated (counted); 7 of 8 tasks untouched");
    }

    @Test
    void isASuccessWhenAnEndlessReplayWasStopped() {
        DemoResult stopped = new DemoResult(
                options(FlightsSettings.ENDLESS),
                status(JobState.STOPPED, null),
                0,
                new QualityBoard().read(),
                unharmed());

        assertThat(stopped.shortfall()).isEmpty();
        assertThat(result(JobState.STOPPED, null, 20_000).shortfall()).isPresent();
    }

    private static DemoOptions options(long records) {
        return new DemoOptions(new FlightsSettings(records, 0, 1), 1, 0, DemoFailures.NONE);
    }

    private static DemoResult result(JobState state, @Nullable Failure failure, long records) {
        return new DemoResult(OPTIONS, status(state, failure), 30_000, reading(records), unharmed());
    }

    private static DemoResult mended(long records, boolean balanced) {
        Mended mended = new Mended(List.of(recovery("trainers")), loss(LOST, balanced), OptionalDouble.of(0.6612));
        return new DemoResult(OPTIONS, status(JobState.FINISHED, null), 30_000, reading(records), mended);
    }

    private static Mended unharmed() {
        return new Mended(List.of(), loss(LossTotals.none(), true), OptionalDouble.empty());
    }

    private static LossStatus loss(LossTotals total, boolean balanced) {
        return new LossStatus(total, balanced, 12, new LossStatus.Budget(0, 0, 0, 0, false), List.of());
    }

    private static RecoveryStatus recovery(String step) {
        List<TaskId> failed = List.of(new TaskId(step, 0));
        return new RecoveryStatus(
                1,
                Recovery.Strategy.TASK,
                failed,
                failed,
                7,
                new Failure("io.kintsugi.Injected", "asked for", ""),
                RecoveryStatus.State.DONE,
                Map.of(RecoveryStage.FAILED, 1_000L, RecoveryStage.RECONNECTED, 1_038L),
                LOST);
    }

    private static QualityBoard.Reading reading(long records) {
        return new QualityBoard.Reading(records, Optional.of(FIRST), Optional.of(SECOND));
    }

    private static JobStatus status(JobState state, @Nullable Failure failure) {
        TaskStatus task = new TaskStatus(
                AttemptId.first(new TaskId("trainers", 0)),
                "trainers",
                TaskState.FINISHED,
                new NodeId("demo", "1"),
                null,
                null);
        JobSpec spec = new JobSpec(new JobId("flights", 1), "local:1", Map.of(), null, "");
        return new JobStatus(spec, state, 0, 500, 0, failure, List.of(task));
    }
}
