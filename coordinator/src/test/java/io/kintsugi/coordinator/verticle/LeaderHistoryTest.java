package io.kintsugi.coordinator.verticle;

import static io.kintsugi.coordinator.verticle.LeaderFixture.SOON;
import static io.kintsugi.coordinator.verticle.LeaderFixture.outcome;
import static io.kintsugi.coordinator.verticle.LeaderFixture.rejection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kintsugi.coordinator.verticle.JobRejectedException.Reason;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.layout.GraphOutline;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.JobMetrics;
import io.kintsugi.core.protocol.JobPicture;
import io.kintsugi.core.protocol.LoggedEvent;
import io.kintsugi.core.protocol.LoggedEvent.Kind;
import io.kintsugi.core.protocol.LoggedFailure;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.protocol.TaskReport;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a leader remembers of a job that it leads. */
final class LeaderHistoryTest {
    private static final CoordinatorSettings SETTINGS =
            new CoordinatorSettings(3, 50, 60_000, 60_000, 10_000, 500, 2, 2, 10, 100);
    private static final LogPage ALL = new LogPage(0, Long.MAX_VALUE, 1_000);

    @TempDir
    private Path directory;

    private LeaderFixture cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = new LeaderFixture(directory, SETTINGS);
        cluster.submit("clicks", "1,2,1");
        cluster.awaitState("clicks", JobState.RUNNING);
    }

    @AfterEach
    void stop() throws Exception {
        cluster.close();
    }

    @Test
    void showsTheGraphWithWhatItsTasksHaveCountedAlsoWhenTheJobHasEnded() throws Exception {
        AttemptId first = AttemptId.first(new TaskId("work", 0));
        TaskCounters counters = new TaskCounters(first, 10, 20, 0, 0, 0, 0, 0, 0, 0, 0);
        cluster.first.report(new TaskReport(new JobId("clicks", 1), cluster.first.id(), List.of(counters)));

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(outcome(cluster.leader.picture("clicks"))
                                .now()
                                .get("work")
                                .recordsOut())
                        .isEqualTo(20));
        cluster.first.finishAll();
        cluster.second.finishAll();
        cluster.awaitState("clicks", JobState.FINISHED);
        JobPicture picture = outcome(cluster.leader.picture("clicks"));
        assertThat(picture.outline().vertices())
                .extracting(GraphOutline.Vertex::name)
                .containsExactly("read", "work", "write");
        assertThat(picture.outline().edges()).hasSize(2);
        assertThat(picture.now().get("work").recordsIn()).isEqualTo(10);
    }

    @Test
    void remembersAPointASecond() {
        await().atMost(SOON).untilAsserted(() -> {
            JobMetrics metrics = outcome(cluster.leader.metrics("clicks", 60_000, 1_000));
            assertThat(metrics.timesMs()).hasSizeGreaterThan(1);
            assertThat(metrics.vertices())
                    .extracting(JobMetrics.Series::vertex)
                    .containsExactly("read", "work", "write");
            assertThat(metrics.vertices().get(0).points()).hasSameSizeAs(metrics.timesMs());
        });
    }

    @Test
    void remembersWhatFailedAndWhatHappenedToWhom() throws Exception {
        cluster.first.fail("work[0]");
        cluster.awaitState("clicks", JobState.FAILED);

        List<LoggedFailure> failures = outcome(cluster.leader.failures("clicks", ALL));
        LoggedFailure ofTask = failures.get(failures.size() - 1);
        assertThat(ofTask.attempt()).isEqualTo(AttemptId.first(new TaskId("work", 0)));
        assertThat(ofTask.node()).isEqualTo(cluster.first.id());
        assertThat(ofTask.failure().message()).isEqualTo("of the test");
        assertThat(failures.get(0).attempt()).isNull();
        List<LoggedEvent> events = outcome(cluster.leader.events("clicks", ALL));
        assertThat(events)
                .filteredOn(event -> event.kind() == Kind.JOB)
                .extracting(event -> event.text().split(":", 2)[0])
                .containsExactly("FAILING->FAILED", "RUNNING->FAILING", "DEPLOYING->RUNNING");
        assertThat(events)
                .filteredOn(event -> ofTask.attempt().equals(event.subject().attempt()))
                .extracting(event -> event.text().split(":", 2)[0])
                .containsExactly("RUNNING->FAILED", "DEPLOYED->RUNNING", "DEPLOYING->DEPLOYED");
    }

    @Test
    void remembersWhoLeadsWhoJoinedAndWhoIsGone() throws Exception {
        cluster.membership.leave(cluster.second.id());

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(outcome(cluster.leader.clusterEvents(ALL)))
                        .filteredOn(event -> event.kind() == Kind.NODE)
                        .extracting(event -> event.subject().node() + " " + event.text())
                        .containsExactly(
                                cluster.second.id() + " is lost: its process is gone",
                                cluster.second.id() + " is gone",
                                cluster.second.id() + " joined with the roles WORKER and 2 slots",
                                cluster.first.id() + " joined with the roles WORKER and 2 slots",
                                cluster.self + " joined with the roles COORDINATOR and 0 slots",
                                cluster.self + " leads, term 1"));
    }

    @Test
    void publishesWhatHappensToNodesWithTheNumbersOfTheLog() throws Exception {
        cluster.membership.leave(cluster.second.id());

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(cluster.clusterNews)
                        .extracting(LoggedEvent::text)
                        .contains("leads, term 1", "is gone"));
        List<LoggedEvent> remembered = outcome(cluster.leader.clusterEvents(ALL));
        assertThat(remembered).containsAll(cluster.clusterNews);
    }

    @Test
    void namesTheNearestTaskWhenThereIsNone() {
        JobRejectedException rejection = rejection(cluster.leader.task("clicks", "wrk[0]"));

        assertThat(rejection.reason()).isEqualTo(Reason.NO_SUCH_TASK);
        assertThat(rejection).hasMessage("job 'clicks' has no task wrk[0]; did you mean 'work[0]'?");
    }
}
