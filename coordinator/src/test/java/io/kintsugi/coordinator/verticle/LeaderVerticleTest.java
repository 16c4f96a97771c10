package io.kintsugi.coordinator.verticle;

import static io.kintsugi.coordinator.verticle.LeaderFixture.SOON;
import static io.kintsugi.coordinator.verticle.LeaderFixture.outcome;
import static io.kintsugi.coordinator.verticle.LeaderFixture.rejection;
import static io.kintsugi.coordinator.verticle.LeaderFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kintsugi.cluster.membership.Member;
import io.kintsugi.coordinator.verticle.JobDirectory.Submitted;
import io.kintsugi.coordinator.verticle.JobRejectedException.Reason;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.JobNews;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LeaderVerticleTest {
    private static final CoordinatorSettings SETTINGS =
            new CoordinatorSettings(3, 50, 60_000, 60_000, 10_000, 500, 2, 2, 10, 100);

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

    @Test
    void runsAJobToItsEndAndReleasesItEverywhere() throws Exception {
        JobStatus submitted = cluster.submit("clicks", "2,2,1");

        assertThat(submitted.spec().id()).isEqualTo(new JobId("clicks", 1));
        assertThat(submitted.tasks()).hasSize(5);
        cluster.awaitState("clicks", JobState.RUNNING);
        cluster.first.finishAll();
        cluster.second.finishAll();
        cluster.awaitState("clicks", JobState.FINISHED);
        WorkerCommand release = new WorkerCommand.ReleaseJob(new Term(1), new JobId("clicks", 1));
        await().atMost(SOON).until(() -> cluster.first.commands().contains(release));
        await().atMost(SOON).until(() -> cluster.second.commands().contains(release));
        assertThat(cluster.released).containsExactly(new JobId("clicks", 1));
        assertThat(cluster.status("clicks").endedAtMs()).isPositive();
        assertThat(cluster.news).extracting(JobNews::kind).containsExactly(JobNews.Kind.RUNNING, JobNews.Kind.FINISHED);
    }

    @Test
    void anEndedJobFreesItsNameAndItsSlotsAndTheNextRunHasTheNextNumber() throws Exception {
        cluster.submit("clicks", "4,4,4");
        cluster.awaitState("clicks", JobState.RUNNING);
        assertThat(rejection(cluster.leader.submit(request("clicks", "1,1,1"))).reason())
                .isEqualTo(Reason.NAME_TAKEN);

        assertThat(LeaderFixture.outcome(cluster.leader.stop("clicks", StopMode.NOW))
                        .state())
                .isEqualTo(JobState.STOPPING);
        cluster.awaitState("clicks", JobState.STOPPED);

        assertThat(cluster.submit("clicks", "4,4,4").spec().id()).isEqualTo(new JobId("clicks", 2));
    }

    @Test
    void anIdempotentRequestIsAnsweredWithTheJobThatIsThere() throws Exception {
        SubmitRequest put = new SubmitRequest("clicks", "1,1,1", Map.of(), null, null, new JsonObject(), true);
        LeaderFixture.outcome(cluster.leader.submit(put));
        cluster.awaitState("clicks", JobState.RUNNING);

        Submitted again = LeaderFixture.outcome(cluster.leader.submit(put));
        SubmitRequest other = new SubmitRequest("clicks", "2,2,2", Map.of(), null, null, new JsonObject(), true);

        assertThat(again.status().spec().id()).isEqualTo(new JobId("clicks", 1));
        assertThat(again.begun()).isFalse();
        assertThat(rejection(cluster.leader.submit(other)).reason()).isEqualTo(Reason.NAME_TAKEN);
    }

    @Test
    void ofManyEqualRequestsAtOnceOneHasBegunTheRun() throws Exception {
        SubmitRequest put = new SubmitRequest("clicks", "1,1,1", Map.of(), null, null, new JsonObject(), true);
        List<Future<Submitted>> puts =
                Stream.generate(() -> cluster.leader.submit(put)).limit(20).toList();

        List<Submitted> outcomes = new ArrayList<>();
        for (Future<Submitted> submitted : puts) {
            outcomes.add(LeaderFixture.outcome(submitted));
        }

        assertThat(outcomes).filteredOn(Submitted::begun).hasSize(1);
        assertThat(outcomes).extracting(one -> one.status().spec().id().run()).containsOnly(1L);
    }

    @Test
    void runsAJobWithTheRecoveryThatTheSubmissionAsksFor() throws Exception {
        JsonObject asked = new JsonObject("{\"strategy\": \"task\", \"lossBudget\": {\"records\": 9}}");
        SubmitRequest put = new SubmitRequest("clicks", "1,1,1", Map.of(), null, null, asked, true);

        JobStatus clicks = outcome(cluster.leader.submit(put)).status();

        assertThat(clicks.spec().recovery())
                .isEqualTo(Recovery.task().lossBudget(LossBudget.unlimited().records(9)));
        assertThat(cluster.submit("views", "1,1,1").spec().recovery()).isEqualTo(Recovery.none());
        SubmitRequest otherWords = new SubmitRequest("clicks", "1,1,1", Map.of(), null, null, new JsonObject(), true);
        assertThat(rejection(cluster.leader.submit(otherWords)).reason()).isEqualTo(Reason.NAME_TAKEN);
    }

    @Test
    void saysWhyAJobCannotRun() throws Exception {
        JobRejectedException tooWide = rejection(cluster.leader.submit(request("wide", "1,5,1")));
        assertThat(tooWide.reason()).isEqualTo(Reason.NOT_ENOUGH_SLOTS);
        assertThat(tooWide).hasMessageContaining("5 slots are needed").hasMessageContaining("4 are free");
        assertThat(cluster.released).hasSize(1);

        JobRejectedException broken = rejection(cluster.leader.submit(request("broken", "one,1,1")));
        assertThat(broken.reason()).isEqualTo(Reason.INVALID_JOB);
        assertThat(broken).hasMessageContaining("job 'broken'").hasMessageContaining("\"one\"");

        assertThat(rejection(cluster.leader.submit(request("No Name", "1,1,1"))).reason())
                .isEqualTo(Reason.INVALID_JOB);
        assertThat(rejection(cluster.leader.stop("wide", StopMode.NOW)).reason())
                .isEqualTo(Reason.NO_SUCH_JOB);
    }

    @Test
    void limitsLiveJobsAndForgetsTheOldestEndedOne() throws Exception {
        cluster.submit("a", "1,1,1");
        cluster.submit("b", "1,1,1");
        assertThat(rejection(cluster.leader.submit(request("c", "1,1,1"))).reason())
                .isEqualTo(Reason.TOO_MANY_JOBS);

        for (String name : List.of("a", "b", "c")) {
            if (name.equals("c")) {
                cluster.submit(name, "1,1,1");
            }
            LeaderFixture.outcome(cluster.leader.stop(name, StopMode.NOW));
            cluster.awaitState(name, JobState.STOPPED);
        }

        List<JobStatus> jobs = LeaderFixture.outcome(cluster.leader.list());
        assertThat(jobs.stream().map(job -> job.spec().id().name())).containsExactly("b", "c");
    }

    @Test
    void aWorkerThatLeavesFailsItsJobsAndGetsNoMore() throws Exception {
        cluster.submit("clicks", "2,2,2");
        cluster.awaitState("clicks", JobState.RUNNING);

        cluster.membership.leave(cluster.second.id());

        cluster.awaitState("clicks", JobState.FAILED);
        assertThat(cluster.status("clicks").failure())
                .hasToString("WorkerLost: worker w2/w21 is gone, and with it " + "[read[1]@1, work[1]@1, write[1]@1]");
        assertThat(rejection(cluster.leader.submit(request("more", "3,3,3")))).hasMessageContaining("2 are free");
    }

    @Test
    void sumsUpWhatWorkersCount() throws Exception {
        cluster.submit("clicks", "1,1,1");
        AttemptId read = AttemptId.first(new TaskId("read", 0));
        TaskCounters counters = new TaskCounters(read, 42, 0, 0, 0, 0, 0, 0, 0, 0, 0);

        cluster.first.report(new TaskReport(new JobId("clicks", 1), cluster.first.id(), List.of(counters)));

        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(cluster.status("clicks").tasks().get(0).counters())
                                .isEqualTo(counters));
    }

    @Test
    void tasksOfARunThatNobodyLeadsAreReleased() {
        JobId unknown = new JobId("orphan", 7);

        await().atMost(SOON)
                .until(
                        () -> { // A report may come before the leader is ready for it; workers report each second.
                            cluster.first.report(new TaskReport(unknown, cluster.first.id(), List.of()));
                            return cluster.first
                                    .commands()
                                    .contains(new WorkerCommand.ReleaseJob(new Term(1), unknown));
                        });
    }

    @Test
    void stepsDownForAnOlderCoordinatorAndLeadsAgainInAHigherTerm() throws Exception {
        NodeId other = new NodeId("other", "o1");
        cluster.membership.leave(cluster.self);
        cluster.membership.join(new Member(other, EnumSet.of(Role.COORDINATOR), 0, ""));
        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThat(rejection(cluster.leader.list()).reason()).isEqualTo(Reason.NOT_LEADING));
        assertThat(rejection(cluster.leader.list())).hasMessageContaining("other/o1 does");

        cluster.membership.leave(other);
        cluster.membership.join(new Member(cluster.self, EnumSet.of(Role.COORDINATOR), 0, ""));

        await().atMost(SOON)
                .until(() -> cluster.leader
                                .list()
                                .toCompletionStage()
                                .toCompletableFuture()
                                .get()
                        != null);
        cluster.submit("clicks", "1,1,1");
        await().atMost(SOON)
                .until(() -> cluster.first.commands().stream()
                        .anyMatch(command -> command.term().equals(new Term(2))));
    }
}
