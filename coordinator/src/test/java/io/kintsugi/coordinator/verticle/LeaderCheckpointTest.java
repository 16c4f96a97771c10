package io.kintsugi.coordinator.verticle;

import static io.kintsugi.coordinator.verticle.LeaderFixture.SOON;
import static io.kintsugi.coordinator.verticle.LeaderFixture.outcome;
import static io.kintsugi.coordinator.verticle.LeaderFixture.rejection;
import static io.kintsugi.coordinator.verticle.LeaderFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kintsugi.coordinator.verticle.JobRejectedException.Reason;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.CheckpointState;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.SavepointStatus;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.StateVersion;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that store state every 30 ms; their tasks are all on the first worker. */
final class LeaderCheckpointTest {
    private static final CoordinatorSettings SETTINGS =
            new CoordinatorSettings(3, 50, 60_000, 60_000, 10_000, 500, 10, 10, 10, 100);
    private static final String OFTEN = "1,1,1,30";
    private static final String SELDOM = "1,1,1,3600000";

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

    private List<Manifest> manifests() {
        return cluster.snapshots.checkpoints("clicks").readable();
    }

    private void awaitCheckpoints(int number) {
        await().atMost(SOON).until(() -> !manifests().isEmpty() && newest().checkpoint() >= number);
    }

    private Manifest newest() {
        List<Manifest> all = manifests();
        return all.get(all.size() - 1);
    }

    private SavepointStatus takeSavepoint(String name) throws Exception {
        outcome(cluster.leader.triggerSavepoint("clicks", name));
        await().atMost(SOON)
                .until(() -> outcome(cluster.leader.savepoint("clicks", name)).state() == CheckpointState.COMPLETED);
        return outcome(cluster.leader.savepoint("clicks", name));
    }

    private void stopNow() throws Exception {
        outcome(cluster.leader.stop("clicks", StopMode.NOW));
        cluster.awaitState("clicks", JobState.STOPPED);
    }

    private static SubmitRequest from(String builder, String savepoint, boolean allowUnmatched) {
        StartFrom start = StartFrom.parse(savepoint, "clicks", allowUnmatched);
        return new SubmitRequest("clicks", builder, Map.of(), null, start, new JsonObject(), false);
    }

    @Test
    void keepsTheNewestCheckpointsAndNoVersionOfTheOthers() throws Exception {
        cluster.submit("clicks", OFTEN);
        awaitCheckpoints(6);
        stopNow();

        await().atMost(SOON).untilAsserted(() -> {
            assertThat(manifests()).hasSize(3);
            assertThat(cluster.snapshots.versions(new JobId("clicks", 1)))
                    .containsExactlyInAnyOrderElementsOf(manifests().stream()
                            .flatMap(manifest -> manifest.versions().stream())
                            .map(StateVersion::id)
                            .toList());
        });
    }

    @Test
    void restartsFromTheNewestCheckpointWhenATaskFails() throws Exception {
        cluster.submit("clicks", OFTEN);
        awaitCheckpoints(2);

        cluster.first.fail("work[0]");

        await().atMost(SOON)
                .until(() -> cluster.status("clicks").tasks().get(0).attempt().number() == 2
                        && cluster.status("clicks").state() == JobState.RUNNING);
        WorkerCommand.DeployTask again = cluster.first.deployments().stream()
                .filter(deploy -> deploy.attempt().equals(new AttemptId(new TaskId("read", 0), 2)))
                .findFirst()
                .orElseThrow();
        assertThat(again.restore().minCheckpoint()).isPositive();
        assertThat(again.restore().versions())
                .extracting(version -> version.id().attempt())
                .containsExactly(new AttemptId(new TaskId("read", 0), 1));
    }

    @Test
    void goesOnWithItsNumbersInTheNextRun() throws Exception {
        cluster.submit("clicks", OFTEN);
        awaitCheckpoints(3);
        stopNow();
        long last = newest().checkpoint();

        cluster.submit("clicks", OFTEN);

        await().atMost(SOON).until(() -> newest().job().run() == 2);
        assertThat(manifests().stream().filter(manifest -> manifest.job().run() == 2))
                .allMatch(manifest -> manifest.checkpoint() > last);
    }

    @Test
    void saysThatAVersionIsNotInItsFolder() throws Exception {
        cluster.first.forgetToWrite();
        cluster.submit("clicks", OFTEN);

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(outcome(cluster.leader.checkpoints("clicks")))
                        .extracting(CheckpointStatus::reason)
                        .anyMatch(reason ->
                                String.valueOf(reason).contains("is checkpoint.dir the same folder for all nodes?")));
        cluster.awaitState("clicks", JobState.FAILED);
        assertThat(cluster.status("clicks").failure().message())
                .startsWith("4 checkpoints in a row could not be completed, allowed are 3");
    }

    @Test
    void aSavepointOutlivesItsJobAndAnotherParallelismBeginsWithAllItsStates() throws Exception {
        cluster.submit("clicks", SELDOM);
        cluster.awaitState("clicks", JobState.RUNNING);

        SavepointStatus taken = takeSavepoint("before");
        assertThat(rejection(cluster.leader.triggerSavepoint("clicks", "before"))
                        .reason())
                .isEqualTo(Reason.SAVEPOINT_TAKEN);
        stopNow();
        assertThat(rejection(cluster.leader.triggerSavepoint("clicks", "after")).reason())
                .isEqualTo(Reason.NO_LIVE_JOB);
        assertThat(outcome(cluster.leader.savepoints("clicks"))).containsExactly(taken);
        outcome(cluster.leader.submit(from("1,1,2,3600000", "before", false)));

        await().atMost(SOON)
                .until(() -> cluster.second.deployments().stream()
                        .anyMatch(deploy -> deploy.attempt().task().equals(new TaskId("write", 1))));
        assertThat(cluster.second.deployments())
                .filteredOn(deploy -> deploy.attempt().task().equals(new TaskId("write", 1)))
                .flatExtracting(deploy -> deploy.restore().versions())
                .extracting(version -> version.task())
                .containsExactly(new TaskId("write", 0));
    }

    /** The look at the store came before the manifest and the look at the job after it: the savepoint was nowhere. */
    @Test
    void aSavepointThatCompletesDuringTheLookAtTheStoreIsNotMissed() throws Exception {
        cluster.submit("clicks", SELDOM);
        cluster.awaitState("clicks", JobState.RUNNING);
        CountDownLatch looked = new CountDownLatch(1);
        CountDownLatch complete = new CountDownLatch(1);
        AtomicInteger looks = new AtomicInteger();
        cluster.aroundStore = (method, call) -> {
            if (method.equals("create")) {
                requireOpened(looked);
            }
            Object seen = call.make();
            if (method.equals("savepoints")
                    && looks.incrementAndGet() == 2) { // The first asks whether the name is free.
                looked.countDown();
                requireOpened(complete);
            }
            return seen;
        };

        Future<SavepointStatus> taken = cluster.leader.triggerSavepoint("clicks", "before");
        await().atMost(SOON)
                .until(() -> outcome(cluster.leader.checkpoints("clicks")).stream()
                        .anyMatch(status -> status.state() == CheckpointState.COMPLETED));
        complete.countDown();

        assertThat(outcome(taken).name()).isEqualTo("before");
    }

    private static void requireOpened(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aSavepointIsDeletedWithItsVersionsWhenNothingElseNeedsThem() throws Exception {
        cluster.submit("clicks", SELDOM);
        cluster.awaitState("clicks", JobState.RUNNING);
        takeSavepoint("one");
        takeSavepoint("two");
        stopNow();
        Manifest first = manifests().get(0);
        cluster.snapshots.delete(first);

        outcome(cluster.leader.deleteSavepoint("clicks", "one"));
        outcome(cluster.leader.deleteSavepoint("clicks", "two"));

        assertThat(outcome(cluster.leader.savepoints("clicks"))).isEmpty();
        assertThat(rejection(cluster.leader.deleteSavepoint("clicks", "two")).reason())
                .isEqualTo(Reason.NO_SUCH_SAVEPOINT);
        assertThat(cluster.snapshots.versions(new JobId("clicks", 1)))
                .as("the checkpoint of the second savepoint is kept")
                .containsAll(newest().versions().stream().map(StateVersion::id).toList());
    }

    @Test
    void aSavepointThatALiveJobMayHaveToGoBackToIsNotDeleted() throws Exception {
        cluster.submit("clicks", SELDOM);
        cluster.awaitState("clicks", JobState.RUNNING);
        takeSavepoint("before");
        stopNow();
        outcome(cluster.leader.submit(from(SELDOM, "before", false)));

        assertThat(rejection(cluster.leader.deleteSavepoint("clicks", "before")))
                .hasMessageContaining("delete it later");
    }

    @Test
    void saysWhyAJobCannotBeginWithASavepoint() throws Exception {
        cluster.submit("clicks", SELDOM);
        cluster.awaitState("clicks", JobState.RUNNING);
        takeSavepoint("before");
        stopNow();

        assertThat(rejection(cluster.leader.submit(from(SELDOM, "befor", false))))
                .hasMessage("job 'clicks': there is no savepoint clicks/befor; did you mean 'before'?");
        assertThat(rejection(cluster.leader.submit(from("1,1,1", "before", false)))
                        .reason())
                .isEqualTo(Reason.NOT_CHECKPOINTED);
        JobRejectedException unmatched = rejection(cluster.leader.submit(from("renamed", "before", false)));
        assertThat(unmatched.reason()).isEqualTo(Reason.UNMATCHED_STATE);
        assertThat(unmatched).hasMessageContaining("it has state of [write], and the job has no such chain");
        JobRejectedException readers = rejection(cluster.leader.submit(from("2,1,1,3600000", "before", true)));
        assertThat(readers.reason()).isEqualTo(Reason.UNMATCHED_STATE);
        assertThat(readers)
                .hasMessageContaining("source 'read': expected 1 reader as in the savepoint")
                .hasMessageContaining("found parallelism 2; give it parallelism(1)");
        JobStatus dropped =
                outcome(cluster.leader.submit(from("renamed", "before", true))).status();
        assertThat(dropped.state()).isEqualTo(JobState.DEPLOYING);
    }

    @Test
    void aJobStopsWithASavepointOfAFreeNameAndTheNextRunBeginsWithIt() throws Exception {
        cluster.submit("clicks", SELDOM);
        cluster.awaitState("clicks", JobState.RUNNING);
        takeSavepoint("before");

        assertThat(rejection(cluster.leader.stopWithSavepoint("clicks", "before"))
                        .reason())
                .isEqualTo(Reason.SAVEPOINT_TAKEN);
        assertThat(outcome(cluster.leader.stopWithSavepoint("clicks", "last")).state())
                .isEqualTo(JobState.STOPPING);
        outcome(cluster.leader.stopWithSavepoint("clicks", "last"));
        cluster.awaitState("clicks", JobState.STOPPED);
        assertThat(outcome(cluster.leader.savepoint("clicks", "last")).state()).isEqualTo(CheckpointState.COMPLETED);
        assertThat(outcome(cluster.leader.submit(from(SELDOM, "last", false)))
                        .status()
                        .state())
                .isEqualTo(JobState.DEPLOYING);
    }

    @Test
    void aJobWithoutCheckpointsTakesNoSavepoint() throws Exception {
        outcome(cluster.leader.submit(request("plain", "1,1,1")));

        assertThat(rejection(cluster.leader.triggerSavepoint("plain", "x")).reason())
                .isEqualTo(Reason.NOT_CHECKPOINTED);
        assertThat(rejection(cluster.leader.stopWithSavepoint("plain", "x")).reason())
                .isEqualTo(Reason.NOT_CHECKPOINTED);
        assertThat(rejection(cluster.leader.triggerSavepoint("none", "x")).reason())
                .isEqualTo(Reason.NO_SUCH_JOB);
    }
}
