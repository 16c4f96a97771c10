package io.kintsugi.coordinator.verticle;

import static io.kintsugi.coordinator.verticle.LeaderFixture.SOON;
import static io.kintsugi.coordinator.verticle.LeaderFixture.outcome;
import static io.kintsugi.coordinator.verticle.LeaderFixture.rejection;
import static io.kintsugi.coordinator.verticle.LeaderFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kintsugi.coordinator.verticle.JobDirectory.Restarting;
import io.kintsugi.coordinator.verticle.JobRejectedException.Reason;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.model.CheckpointState;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.WorkerCommand;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that ends and begins again, and one that is forgotten, at a real leader. */
final class LeaderRestartTest {
    private static final CoordinatorSettings SETTINGS =
            new CoordinatorSettings(3, 50, 60_000, 60_000, 10_000, 500, 2, 2, 10, 100);
    private static final String PLAIN = "1,1,1";
    private static final String OFTEN = "1,1,1,50";

    @TempDir
    private Path directory;

    private LeaderFixture cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = new LeaderFixture(directory, SETTINGS);
    }

    @AfterEach
    void stop() throws Exception {
        cluster.close();
    }

    private void run(String builder) throws Exception {
        cluster.submit("clicks", builder);
        cluster.awaitState("clicks", JobState.RUNNING);
    }

    private List<WorkerCommand.DeployTask> deploymentsOf(long run) {
        return cluster.first.deployments().stream()
                .filter(deploy -> deploy.spec().id().run() == run)
                .toList();
    }

    @Test
    void endsTheRunAndBeginsTheNextWithTheSameWords() throws Exception {
        run(PLAIN);

        Restarting restart = outcome(cluster.leader.restart("clicks", null));

        assertThat(restart.before().spec().id()).isEqualTo(new JobId("clicks", 1));
        JobStatus next = outcome(restart.begun());
        assertThat(next.spec().id()).isEqualTo(new JobId("clicks", 2));
        assertThat(next.spec().builder()).isEqualTo(PLAIN);
        cluster.awaitState("clicks", JobState.RUNNING);
    }

    @Test
    void beginsAJobThatHasEndedAsWell() throws Exception {
        run(PLAIN);
        outcome(cluster.leader.stop("clicks", StopMode.NOW));
        cluster.awaitState("clicks", JobState.STOPPED);

        Restarting restart = outcome(cluster.leader.restart("clicks", null));

        assertThat(outcome(restart.begun()).spec().id().run()).isEqualTo(2);
    }

    @Test
    void goesOnFromTheNewestCheckpoint() throws Exception {
        run(OFTEN);
        await().atMost(SOON)
                .until(() -> !cluster.snapshots.checkpoints("clicks").readable().isEmpty());

        Restarting restart = outcome(cluster.leader.restart("clicks", StartFrom.newest("clicks", false)));
        outcome(restart.begun());
        cluster.awaitState("clicks", JobState.RUNNING);

        assertThat(deploymentsOf(2))
                .filteredOn(deploy -> deploy.attempt().task().vertex().equals("read"))
                .allSatisfy(deploy -> assertThat(deploy.restore().versions())
                        .extracting(version -> version.id().job().run())
                        .containsExactly(1L));
    }

    @Test
    void anIdempotentRequestStillMeansTheJobThatWasRestartedFromState() throws Exception {
        run(OFTEN);
        await().atMost(SOON)
                .until(() -> !cluster.snapshots.checkpoints("clicks").readable().isEmpty());
        outcome(outcome(cluster.leader.restart("clicks", StartFrom.newest("clicks", false)))
                .begun());

        SubmitRequest same = request("clicks", OFTEN).idempotent(true);

        assertThat(outcome(cluster.leader.submit(same)).begun()).isFalse();
    }

    @Test
    void leavesTheRunAloneWhenTheNextCouldNotBegin() throws Exception {
        run(PLAIN);

        JobRejectedException noState = rejection(cluster.leader.restart("clicks", StartFrom.newest("clicks", false)));
        JobRejectedException unknown = rejection(cluster.leader.restart("clickz", null));

        assertThat(noState.reason()).isEqualTo(Reason.NOT_CHECKPOINTED);
        assertThat(unknown.reason()).isEqualTo(Reason.NO_SUCH_JOB);
        assertThat(cluster.status("clicks").state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void saysThatThereIsNoSuchSavepointBeforeItEndsTheRun() throws Exception {
        run("1,1,1,600000");

        JobRejectedException missing =
                rejection(cluster.leader.restart("clicks", StartFrom.parse("before", "clicks", false)));

        assertThat(missing.reason()).isEqualTo(Reason.SAVEPOINT_MISSING);
        assertThat(missing).hasMessage("job 'clicks': there is no savepoint clicks/before");
        assertThat(cluster.status("clicks").state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void saysThatASavepointDoesNotFitBeforeItEndsTheRun() throws Exception {
        run("2,1,1,600000");
        outcome(cluster.leader.triggerSavepoint("clicks", "two-readers"));
        await().atMost(SOON)
                .until(() -> outcome(cluster.leader.savepoint("clicks", "two-readers"))
                                .state()
                        == CheckpointState.COMPLETED);
        outcome(cluster.leader.stop("clicks", StopMode.NOW));
        cluster.awaitState("clicks", JobState.STOPPED);
        run("1,1,1,600000");

        JobRejectedException unfit =
                rejection(cluster.leader.restart("clicks", StartFrom.parse("two-readers", "clicks", false)));

        assertThat(unfit.reason()).isEqualTo(Reason.UNMATCHED_STATE);
        assertThat(unfit).hasMessageContaining("source 'read': expected 2 readers");
        assertThat(cluster.status("clicks").state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void forgetsAJobThatHasEndedWithItsCheckpoints() throws Exception {
        run(OFTEN);
        await().atMost(SOON)
                .until(() -> !cluster.snapshots.checkpoints("clicks").readable().isEmpty());
        assertThat(rejection(cluster.leader.delete("clicks")).reason()).isEqualTo(Reason.JOB_LIVES);
        outcome(cluster.leader.stop("clicks", StopMode.NOW));
        cluster.awaitState("clicks", JobState.STOPPED);

        assertThat(outcome(cluster.leader.delete("clicks")).state()).isEqualTo(JobState.STOPPED);

        assertThat(rejection(cluster.leader.get("clicks")).reason()).isEqualTo(Reason.NO_SUCH_JOB);
        assertThat(cluster.snapshots.checkpoints("clicks").readable()).isEmpty();
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(cluster.snapshots.versions(new JobId("clicks", 1)))
                        .isEmpty());
    }

    @Test
    void doesNothingToAnotherRunThanTheOneThatIsMeant() throws Exception {
        run(PLAIN);

        JobRejectedException other =
                rejection(cluster.leader.onlyIf("clicks", 7, () -> cluster.leader.stop("clicks", StopMode.NOW)));

        assertThat(other.reason()).isEqualTo(Reason.OTHER_RUN);
        assertThat(other).hasMessage("job 'clicks' is not run 7; it is run 1");
        assertThat(cluster.status("clicks").state()).isEqualTo(JobState.RUNNING);
        assertThat(outcome(cluster.leader.onlyIf("clicks", 1, () -> cluster.leader.stop("clicks", StopMode.NOW)))
                        .state())
                .isEqualTo(JobState.STOPPING);
    }

    /** The takeover had read the store before the stop was in it, and the job ran on although the stop had been accepted. */
    @Test
    void aStopThatIsAskedForBeforeTheNextLeaderCanBuildTheJobIsNotForgotten() throws Exception {
        run(OFTEN);
        CountDownLatch asked = new CountDownLatch(1);
        AtomicInteger builds = new AtomicInteger();
        cluster.beforeBuild = () -> {
            if (builds.incrementAndGet() == 1) {
                throw new IllegalStateException("the code is not there yet");
            }
            assertThat(asked.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        };
        LeaderVerticle next = cluster.nextLeader();
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(rejection(next.triggerSavepoint("clicks", "before")))
                        .hasMessage("job 'clicks' is being taken over; try again"));

        outcome(next.stop("clicks", StopMode.NOW));
        asked.countDown();

        await().atMost(SOON).until(() -> outcome(next.get("clicks")).state() == JobState.STOPPED);
    }

    /** The deletion of what the old run left took away what the new one was about to begin with. */
    @Test
    void noRunBeginsWhileWhatIsLeftOfTheNameIsBeingDeleted() throws Exception {
        run(OFTEN);
        await().atMost(SOON)
                .until(() -> !cluster.snapshots.checkpoints("clicks").readable().isEmpty());
        outcome(cluster.leader.stop("clicks", StopMode.NOW));
        cluster.awaitState("clicks", JobState.STOPPED);
        CountDownLatch deleting = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        cluster.aroundStore = (method, call) -> {
            if (method.equals("delete")) {
                deleting.countDown();
                assertThat(answered.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
            }
            return call.make();
        };

        Future<JobStatus> deleted = cluster.leader.delete("clicks");
        assertThat(deleting.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        JobRejectedException refused = rejection(cluster.leader.submit(request("clicks", OFTEN)));
        answered.countDown();
        outcome(deleted);

        assertThat(refused).hasMessage("job 'clicks' is being deleted with its checkpoints; try again");
        run(OFTEN);
    }
}
