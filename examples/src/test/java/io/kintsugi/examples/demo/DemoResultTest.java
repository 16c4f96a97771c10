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
import io.kintsugi.core.protocol.TaskStatus;
import io.kintsugi.examples.flights.FlightsSettings;
import io.kintsugi.examples.flights.PassQuality;
import io.kintsugi.examples.flights.QualityBoard;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class DemoResultTest {

    private static final FlightsSettings SETTINGS = new FlightsSettings(30_000, 0, 1);
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
        JsonObject json =
                new DemoResult(SETTINGS, 1, status(JobState.FAILED, null), new QualityBoard().read(), 0).toJson();

        assertThat(new JsonObject(json.encode()).getMap())
                .containsEntry("auc", null)
                .containsEntry("records", 0);
    }

    @Test
    void tellsPeopleWhichPassIsNoTest() {
        assertThat(result(JobState.FINISHED, null, 30_000).toText().lines())
                .containsExactly(
                        "flights FINISHED: 30,000 records in 0.5 s, 60,000 records/s; 1 tasks on 1 node",
                        "  pass 1      AUC 0.660  log-loss 0.4957  the test: every flight was new to the models",
                        "  pass 2      AUC 0.730  log-loss 0.4700  no test: the models remember these rows");
    }

    @Test
    void isASuccessOnlyWithAllRecordsOfAJobThatFinished() {
        Failure failure = new Failure("java.io.IOException", "disk full", "");

        assertThat(result(JobState.FINISHED, null, 30_000).shortfall()).isEmpty();
        assertThat(result(JobState.FINISHED, null, 29_999).shortfall().orElseThrow())
                .contains("expected quality figures of 30000 records, found 29999");
        assertThat(result(JobState.FAILED, failure, 30_000).shortfall().orElseThrow())
                .isEqualTo("job flights ended as FAILED: IOException: disk full");
    }

    @Test
    void isASuccessWhenAnEndlessReplayWasStopped() {
        FlightsSettings endless = new FlightsSettings(FlightsSettings.ENDLESS, 0, 1);

        DemoResult stopped = new DemoResult(endless, 1, status(JobState.STOPPED, null), new QualityBoard().read(), 500);

        assertThat(stopped.shortfall()).isEmpty();
        assertThat(result(JobState.STOPPED, null, 20_000).shortfall()).isPresent();
    }

    private static DemoResult result(JobState state, @Nullable Failure failure, long records) {
        QualityBoard.Reading reading = new QualityBoard.Reading(records, Optional.of(FIRST), Optional.of(SECOND));
        return new DemoResult(SETTINGS, 1, status(state, failure), reading, 500);
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
