package io.kintsugi.coordinator.job;

import static io.kintsugi.coordinator.job.Stories.JOB;
import static io.kintsugi.coordinator.job.Stories.W1;
import static io.kintsugi.coordinator.job.Stories.W2;
import static io.kintsugi.coordinator.job.Stories.attempt;
import static io.kintsugi.coordinator.job.Transcript.ALL;
import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.snapshot.RestorePoint;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each story has its transcript; read the file's diff when one of these fails. */
final class JobMasterTest {
    private static final Term TERM = new Term(7);

    private final Transcript story = new Transcript();

    @Test
    void deploysConnectsRunsAndFinishes() {
        story.deployed(ALL).running(ALL).finished(ALL);

        story.matches("submit-run-finish");
    }

    @Test
    void drainingEndsTheSourcesAndWaitsForTheRest() {
        story.allRun().stop(StopMode.DRAIN).stop(StopMode.DRAIN).finished(ALL).stop(StopMode.NOW);

        story.matches("drain");
    }

    @Test
    void drainingAJobThatIsStillBeingDeployedDrainsEachSourceOnceItRuns() {
        story.deployed("read[0]")
                .stop(StopMode.DRAIN)
                .deployed("read[1]", "work[0]", "work[1]", "write[0]")
                .running(ALL)
                .finished(ALL);

        story.matches("drain-while-deploying");
    }

    @Test
    void stoppingNowCancelsEveryTaskAndReplacesADrain() {
        story.allRun()
                .stop(StopMode.DRAIN)
                .finished("read[0]")
                .stop(StopMode.NOW)
                .stop(StopMode.NOW)
                .stop(StopMode.DRAIN)
                .canceled("read[1]", "work[0]")
                .failed("work[1]", "interrupted while it wrote")
                .canceled("write[0]");

        story.matches("stop-now");
    }

    @Test
    void aTaskThatFailsWhileOthersAreDeployedEndsTheJobAndNamesTheCause() {
        story.deployed("read[0]", "work[0]")
                .failed("write[0]", "no such directory: /data")
                .deployed("read[1]")
                .canceled("read[0]", "work[0]", "work[1]")
                .failed("read[1]", "a later failure that is not the cause");

        story.matches("failure-while-deploying");
    }

    @Test
    void aLostWorkerIsOneIncidentAndGetsNoMoreCommands() {
        story.allRun().lost(W2).lost(W2).canceled("read[0]", "work[0]", "write[0]");

        story.matches("worker-lost");
    }

    @Test
    void reportsThatComeTwiceOrLateOrFromAnotherRunChangeNothing() {
        JobId earlier = new JobId("clicks", 9);
        AttemptId another = attempt("read[0]").next();
        story.allRun()
                .deployed("read[0]")
                .running("read[0]")
                .worker("TaskFinished", new WorkerEvent.TaskFinished(earlier, attempt("read[0]")))
                .worker("TaskFinished", new WorkerEvent.TaskFinished(JOB, another))
                .finished("read[0]", "read[0]")
                .running("read[0]")
                .failed("read[0]", "too late")
                .finished("read[1]", "work[0]", "work[1]", "write[0]")
                .failed("write[0]", "after the end")
                .lost(W1);

        story.matches("duplicate-reports");
    }

    @Test
    void aTaskThatFinishesBeforeItIsHeardToRunHasRun() {
        story.deployed(ALL).finished("read[0]").running("read[1]", "work[0]", "work[1]", "write[0]", "read[0]");

        story.matches("finished-overtakes-running");
    }

    @Test
    void aCommandIsRepeatedUntilTheLimitAndThenItsTaskFails() {
        WorkerCommand deploy = deploy("read[0]");
        story.unanswered(W1, deploy, 1)
                .timer(new JobEvent.RepeatDue(W1, deploy, 2))
                .unanswered(W1, deploy, 2)
                .timer(new JobEvent.RepeatDue(W1, deploy, 3))
                .unanswered(W1, deploy, 3)
                .canceled(ALL);

        story.matches("command-unanswered");
    }

    @Test
    void aCommandThatDidItsWorkUnacknowledgedIsNotRepeated() {
        WorkerCommand deploy = deploy("read[0]");
        story.unanswered(W1, deploy, 1)
                .deployed("read[0]")
                .timer(new JobEvent.RepeatDue(W1, deploy, 2))
                .unanswered(W1, deploy, 3);

        story.matches("command-needless");
    }

    @Test
    void aRefusedCommandFailsItsTask() {
        story.refused(W2, deploy("read[1]"), "its graph differs from the leader's")
                .canceled("read[0]", "work[0]", "work[1]", "write[0]");

        story.matches("command-refused");
    }

    @Test
    void aSourceThatCannotBeDrainedAnyMoreDoesNotFailTheJob() {
        story.allRun()
                .stop(StopMode.DRAIN)
                .refused(W1, new WorkerCommand.DrainTask(TERM, JOB, attempt("read[0]")), "no such attempt")
                .finished(ALL);

        story.matches("drain-refused");
    }

    @Test
    void tasksThatDoNotRunInTimeFailTheJobAndAreNamed() {
        story.deployed(ALL)
                .running("read[0]", "read[1]", "work[0]", "work[1]")
                .timer(new JobEvent.DeployDeadlinePassed(Stories.attempts(ALL)))
                .canceled(ALL);

        story.matches("deploy-deadline");
    }

    @Test
    void tasksThatDoNotGoAwayAreLeftBehindAndFailTheJob() {
        story.allRun()
                .stop(StopMode.NOW)
                .canceled("read[0]", "read[1]", "work[0]", "work[1]")
                .timer(new JobEvent.CancelDeadlinePassed(Stories.attempts(ALL)))
                .unanswered(W1, new WorkerCommand.ReleaseJob(TERM, JOB), 3);

        story.matches("cancel-deadline");
    }

    @Test
    void aForcedStopWaitsAMomentForTheTasksAndLeavesBehindWhatDoesNotAnswer() {
        story.allRun()
                .stop(StopMode.NOW)
                .canceled("read[0]", "read[1]", "work[0]")
                .stop(StopMode.FORCE)
                .stop(StopMode.NOW)
                .timer(new JobEvent.CancelDeadlinePassed(Stories.attempts(ALL)))
                .canceled("work[1]");

        story.matches("stop-force");
    }

    @Test
    void aJobThatFailsCanBeForcedToEnd() {
        story.allRun()
                .failed("write[0]", "disk full")
                .stop(StopMode.NOW)
                .stop(StopMode.FORCE)
                .stop(StopMode.FORCE)
                .timer(new JobEvent.CancelDeadlinePassed(Stories.attempts(ALL)));

        story.matches("stop-force-while-failing");
    }

    @Test
    void aJobThatIsStillBeingDeployedCanBeForcedToEnd() {
        story.deployed("read[0]")
                .stop(StopMode.FORCE)
                .canceled("read[0]")
                .timer(new JobEvent.CancelDeadlinePassed(Stories.attempts(ALL)));

        story.matches("stop-force-while-deploying");
    }

    @Test
    void countersNeverFallAlthoughReportsComeTwiceOrLateOrAfterTheEnd() {
        JobMaster master = Stories.master();

        new JobEvent.TasksCounted(report(10)).applyTo(master, 1);
        new JobEvent.TasksCounted(report(7)).applyTo(master, 2);

        assertThat(recordsIn(master)).isEqualTo(10);
        for (String task : ALL) {
            new JobEvent.WorkerTold(new WorkerEvent.TaskFailed(JOB, attempt(task), new Failure("x", "y", "")))
                    .applyTo(master, 3);
        }
        assertThat(master.state()).isEqualTo(JobState.FAILED);
        new JobEvent.TasksCounted(report(12)).applyTo(master, 4);
        assertThat(recordsIn(master)).isEqualTo(12);
    }

    private static TaskReport report(long recordsIn) {
        TaskCounters counters = new TaskCounters(attempt("read[0]"), recordsIn, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        return new TaskReport(JOB, W1, List.of(counters));
    }

    private static long recordsIn(JobMaster master) {
        TaskCounters counters = master.status().tasks().get(0).counters();
        return counters == null ? -1 : counters.recordsIn();
    }

    private static WorkerCommand deploy(String task) {
        JobSpec spec = new JobSpec(JOB, "Clicks", Map.of(), null, Stories.GRAPH.fingerprint());
        return new WorkerCommand.DeployTask(TERM, spec, attempt(task), RestorePoint.empty());
    }
}
