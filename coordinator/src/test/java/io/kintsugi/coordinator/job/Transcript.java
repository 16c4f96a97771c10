package io.kintsugi.coordinator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.coordinator.checkpoint.CheckpointEvent;
import io.kintsugi.coordinator.execution.TaskTransition;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.RecoveryStage;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.protocol.TaskStatus;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Plays events to a job master and writes down what it orders. The text is held against a file, which
 * {@code -Dtranscripts.rewrite=true} replaces.
 */
final class Transcript implements JobEffects {
    static final String[] ALL = {"read[0]", "read[1]", "work[0]", "work[1]", "write[0]"};

    private static final Path DIRECTORY = Path.of("src/test/resources/transcripts");

    private final JobMaster master;
    private final StringBuilder text = new StringBuilder();
    private final List<JobEvent> timers = new ArrayList<>();
    private final List<Manifest> stored = new ArrayList<>();
    private int versions;
    private int asked;
    private long nowMs = 1_000;

    Transcript() {
        this(Stories.master());
    }

    Transcript(JobMaster master) {
        this.master = master;
        play("JobSubmitted", new JobEvent.JobSubmitted());
    }

    JobStatus status() {
        return master.status();
    }

    Transcript deployed(String... tasks) {
        for (String task : tasks) {
            AttemptId attempt = attempt(task);
            worker("TaskDeployed", new WorkerEvent.TaskDeployed(Stories.JOB, attempt, location(attempt.task())));
        }
        return this;
    }

    Transcript running(String... tasks) {
        for (String task : tasks) {
            worker("TaskRunning", new WorkerEvent.TaskRunning(Stories.JOB, attempt(task)));
        }
        return this;
    }

    Transcript finished(String... tasks) {
        for (String task : tasks) {
            worker("TaskFinished", new WorkerEvent.TaskFinished(Stories.JOB, attempt(task)));
        }
        return this;
    }

    Transcript canceled(String... tasks) {
        for (String task : tasks) {
            worker("TaskCanceled", new WorkerEvent.TaskCanceled(Stories.JOB, attempt(task), ChannelPositions.none()));
        }
        return this;
    }

    Transcript failed(String task, String message) {
        Failure failure = new Failure("java.io.IOException", message, "");
        worker("TaskFailed", new WorkerEvent.TaskFailed(Stories.JOB, attempt(task), failure));
        return this;
    }

    /** Fails when it had taken so many records of its first input in epoch 1. */
    Transcript failedBehind(String task, long seq) {
        ChannelPositions last = behind(task, seq);
        Failure failure = new Failure("java.io.IOException", "disk full", "");
        return worker(
                "TaskFailed behind " + CommandNames.positions(last.inputs()),
                new WorkerEvent.TaskFailed(Stories.JOB, attempt(task), failure, nowMs + 90, last));
    }

    /** Stops as asked when it had taken so many records of its first input in epoch 1. */
    Transcript canceledBehind(String task, long seq) {
        ChannelPositions last = behind(task, seq);
        return worker(
                "TaskCanceled behind " + CommandNames.positions(last.inputs()),
                new WorkerEvent.TaskCanceled(Stories.JOB, attempt(task), last));
    }

    private static ChannelPositions behind(String task, long seq) {
        ChannelId channel = Stories.PLAN.inputs(TaskId.parse(task)).get(0);
        return new ChannelPositions(List.of(new ChannelPosition(channel, 1, seq)), List.of());
    }

    /** Tells of records that its current attempt has found to be lost on its first input, in epoch 1. */
    Transcript lost(String task, long fromSeq, long toSeq) {
        ChannelId channel = Stories.PLAN.inputs(TaskId.parse(task)).get(0);
        LossRange range = LossRange.counted(channel, 1, fromSeq, toSeq, LossKind.LOST_STATE);
        return worker(
                "RecordsLost %s=1/%d-%d".formatted(channel, fromSeq, toSeq),
                new WorkerEvent.RecordsLost(Stories.JOB, attempt(task), List.of(range)));
    }

    Transcript reached(String task, RecoveryStage stage) {
        return worker("StageReached " + stage, new WorkerEvent.StageReached(Stories.JOB, attempt(task), stage, nowMs));
    }

    /** From the failure of a task to its next attempt at work. */
    Transcript recovered(String task) {
        return failed(task, "disk full").ring("RestartDue").deployed(task).running(task);
    }

    RecoveryStatus recovery(long id) {
        return master.recovery(id).orElseThrow();
    }

    LossStatus loss() {
        return master.loss();
    }

    List<CheckpointStatus> checkpoints() {
        return master.checkpoints();
    }

    /** Acknowledges with a new version. */
    Transcript acked(long checkpoint, String... tasks) {
        for (String task : tasks) {
            StateVersion version = version(attempt(task), checkpoint, false);
            worker(
                    "CheckpointAcked #" + checkpoint,
                    new WorkerEvent.CheckpointAcked(Stories.JOB, attempt(task), checkpoint, version));
        }
        return this;
    }

    Transcript ended(String... tasks) {
        for (String task : tasks) {
            StateVersion version = version(attempt(task), StateVersion.NO_CHECKPOINT, true);
            worker("TaskEnded", new WorkerEvent.TaskEnded(Stories.JOB, attempt(task), version));
        }
        return this;
    }

    Transcript unreadable(String task) {
        return unreadable(task, 1);
    }

    /** @param number of the version of the first attempt that is damaged */
    Transcript unreadable(String task, int number) {
        AttemptId attempt = attempt(task);
        Failure failure = new Failure("CorruptSnapshotException", "block 2: checksum", "");
        VersionId version = new VersionId(Stories.JOB, AttemptId.first(attempt.task()), number);
        return worker("StateUnreadable", new WorkerEvent.StateUnreadable(Stories.JOB, attempt, version, failure));
    }

    StateVersion version(AttemptId attempt, long checkpoint, boolean ended) {
        VersionId id = new VersionId(Stories.JOB, attempt, ++versions);
        return new StateVersion(id, checkpoint, ended, 10, 0, List.of(), List.of());
    }

    /** The manifests that were ordered. */
    List<Manifest> stored() {
        return stored;
    }

    int length() {
        return text.length();
    }

    String since(int length) {
        return text.substring(length);
    }

    /** The manifest that was ordered last exists now. */
    Transcript manifestStored() {
        Manifest manifest = stored.get(stored.size() - 1);
        return play(
                "ManifestStored #" + manifest.checkpoint(),
                new JobEvent.CheckpointTold(new CheckpointEvent.ManifestStored(manifest, null)));
    }

    /** From the timer to the complete checkpoint. */
    Transcript checkpoint(long number) {
        return ring("TriggerDue")
                .acked(number, "read[0]", "read[1]", "write[0]")
                .manifestStored();
    }

    /** The newest timer of this name rings. */
    Transcript ring(String name) {
        JobEvent event = timers.stream()
                .filter(timer -> describe(timer).equals(name))
                .reduce((older, newer) -> newer)
                .orElseThrow();
        return timer(event);
    }

    Transcript offered(SlotOffer... offers) {
        JobEvent.SlotsOffered event = new JobEvent.SlotsOffered(asked, List.of(offers));
        return play("SlotsOffered " + event.offers(), event);
    }

    Transcript after(Duration pause) {
        nowMs += pause.toMillis();
        return this;
    }

    AttemptId attempt(String task) {
        return master.status().tasks().stream()
                .map(TaskStatus::attempt)
                .filter(attempt -> attempt.task().toString().equals(task))
                .findFirst()
                .orElseThrow();
    }

    Transcript stopWithSavepoint(String name) {
        return play("SavepointStopRequested " + name, new JobEvent.SavepointStopRequested(name));
    }

    Transcript stop(StopMode mode) {
        return play("StopRequested " + mode, new JobEvent.StopRequested(mode));
    }

    Transcript lost(NodeId worker) {
        return play("WorkerLost " + worker, new JobEvent.WorkerLost(worker));
    }

    Transcript drained(NodeId... workers) {
        Set<NodeId> drained = new TreeSet<>(List.of(workers));
        return play("WorkersDrained " + drained, new JobEvent.WorkersHeldBack(drained, Set.of()));
    }

    Transcript quarantined(NodeId... workers) {
        Set<NodeId> quarantined = new TreeSet<>(List.of(workers));
        return play("WorkersQuarantined " + quarantined, new JobEvent.WorkersHeldBack(Set.of(), quarantined));
    }

    /** It has stored a state between barriers. */
    Transcript stored(String task) {
        AttemptId attempt = attempt(task);
        return worker("StateStored", new WorkerEvent.StateStored(Stories.JOB, attempt, version(attempt, 0, false)));
    }

    Transcript unanswered(NodeId worker, WorkerCommand command, int sends) {
        String name = "CommandUnanswered %s %s, sent %d times".formatted(worker, order(command), sends);
        return play(name, new JobEvent.CommandUnanswered(worker, command, sends));
    }

    Transcript refused(NodeId worker, WorkerCommand command, String why) {
        String name = "CommandRefused %s %s: %s".formatted(worker, order(command), why);
        return play(name, new JobEvent.CommandRefused(worker, command, new Failure("Refused", why, "")));
    }

    Transcript timer(JobEvent event) {
        return play("timer " + describe(event), event);
    }

    /** Brings the job to where all of its tasks run; how is told in {@code submit-run-finish} only. */
    Transcript allRun() {
        int before = text.length();
        deployed(ALL).running(ALL);
        text.setLength(before);
        text.append("... all tasks are deployed, connected and run\n");
        return this;
    }

    Transcript worker(String name, WorkerEvent event) {
        return play(name + " " + event.job() + " " + event.attempt(), new JobEvent.WorkerTold(event));
    }

    private Transcript play(String name, JobEvent event) {
        nowMs += 100;
        text.append(name).append('\n');
        event.applyTo(master, nowMs).forEach(command -> command.execute(this));
        return this;
    }

    /** Holds the whole text against the file of this name. */
    void matches(String name) {
        Path file = DIRECTORY.resolve(name + ".txt");
        try {
            if (Boolean.getBoolean("transcripts.rewrite")) {
                Files.writeString(file, text);
            }
            assertThat(text.toString()).isEqualTo(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private TaskLocation location(TaskId task) {
        return master.status().tasks().stream()
                .filter(status -> status.attempt().task().equals(task))
                .map(status -> new TaskLocation(status.worker(), task.subtask() % 2))
                .findFirst()
                .orElseThrow();
    }

    private void line(String line) {
        text.append("    ").append(line).append('\n');
    }

    @Override
    public void send(NodeId worker, WorkerCommand command, int sends) {
        line(worker + " <- " + order(command) + (sends == 1 ? "" : ", time " + sends));
    }

    @Override
    public void startTimer(JobEvent event, long delayMs) {
        timers.add(event);
        line("in " + delayMs + " ms: " + describe(event));
    }

    @Override
    public void checkpointCompleted(CheckpointStatus status) {
        line("completed #" + status.checkpoint());
    }

    @Override
    public void askForSlots(int round) {
        asked = round;
        line("ask for slots");
    }

    @Override
    public void storeManifest(Manifest manifest, @Nullable String savepoint) {
        stored.add(manifest);
        line("store #" + manifest.checkpoint() + (savepoint == null ? "" : " and savepoint " + savepoint));
    }

    @Override
    public void deleteVersions(List<VersionId> deleted) {
        line("delete versions " + deleted);
    }

    @Override
    public void deleteManifest(Manifest manifest, List<VersionId> deleted) {
        line("delete manifest #" + manifest.checkpoint() + " and versions " + deleted);
    }

    @Override
    public void sweepVersions(JobId job, List<VersionId> kept) {
        line("sweep " + job + " but " + kept);
    }

    @Override
    public void jobMoved(JobTransition moved) {
        line("job " + moved.job() + " " + moved.from() + "->" + moved.to() + " (" + moved.reason() + ")");
    }

    @Override
    public void taskMoved(TaskTransition moved) {
        line("task " + moved.attempt() + " on " + moved.worker() + " " + moved.from() + "->" + moved.to() + " ("
                + moved.reason() + ")");
    }

    @Override
    public void recoveryMoved(RecoveryStatus recovery) {
        line("recovery %d %s by %s: failed %s, restarted %s, untouched %d"
                .formatted(
                        recovery.id(),
                        recovery.state(),
                        recovery.strategy(),
                        recovery.failed(),
                        recovery.restarted(),
                        recovery.untouched()));
    }

    @Override
    public void warn(String warning) {
        line("warn: " + warning);
    }

    @Override
    public void ended(JobStatus status) {
        List<String> tasks = status.tasks().stream().map(Transcript::brief).toList();
        line("ended " + status.state() + " at " + status.endedAtMs() + ", failure " + status.failure() + ", tasks "
                + tasks);
    }

    private static String brief(TaskStatus task) {
        return task.attempt() + " " + task.state();
    }

    private static String describe(JobEvent event) {
        if (event instanceof JobEvent.CheckpointTold told) {
            return told.event().getClass().getSimpleName();
        }
        return event instanceof JobEvent.RepeatDue repeat
                ? "RepeatDue %s %s, time %d".formatted(repeat.worker(), order(repeat.command()), repeat.sends())
                : event.getClass().getSimpleName();
    }

    private static String order(WorkerCommand command) {
        return command.handle(new CommandNames());
    }
}
