package io.kintsugi.coordinator.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.coordinator.TestJobs;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.recovery.Checkpointing;
import io.kintsugi.core.recovery.Recovery;
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
 * Plays events to a checkpoint coordinator and writes down what it orders. The text is held against a file, which
 * {@code -Dtranscripts.rewrite=true} replaces. The job is read(2) -> work(2) -> write(1), of which work keeps no state.
 */
final class CheckpointTranscript implements CheckpointEffects {
    static final JobId JOB = new JobId("clicks", 3);
    static final String[] ACKNOWLEDGING = {"read[0]", "read[1]", "write[0]"};
    static final Plan PLAN = Plan.of(TestJobs.graph(2, 2, 1));
    static final Checkpointing RULES = Checkpointing.every(Duration.ofSeconds(10))
            .timeout(Duration.ofSeconds(4))
            .minPause(Duration.ofSeconds(1))
            .maxSuccessiveTimeouts(1);

    private static final Path DIRECTORY = Path.of("src/test/resources/transcripts/checkpoint");

    private final CheckpointCoordinator coordinator;
    private final StringBuilder text = new StringBuilder();
    private final List<Manifest> stored = new ArrayList<>();
    private final Set<VersionId> deleted = new TreeSet<>((a, b) -> a.toString().compareTo(b.toString()));
    private final List<CheckpointEvent.TriggerDue> timers = new ArrayList<>();
    private int attempt = 1;
    private int number;
    private long nowMs = 1_000_000;

    CheckpointTranscript() {
        this(RULES, StoredCheckpoints.none());
    }

    CheckpointTranscript(Checkpointing rules, StoredCheckpoints found) {
        coordinator = new CheckpointCoordinator(
                new CheckpointedJob(JOB, new Term(7), PLAN.keyGroups(), Participants.of(PLAN), rules, 2, found),
                Recovery.region());
    }

    CheckpointCoordinator coordinator() {
        return coordinator;
    }

    /** Manifests that were ordered, oldest first. */
    List<Manifest> stored() {
        return stored;
    }

    Set<VersionId> deleted() {
        return deleted;
    }

    CheckpointTranscript allRun() {
        return play("AllRun", new CheckpointEvent.AllRun());
    }

    /** All restart, as the next attempts. */
    CheckpointTranscript tasksFailed() {
        attempt++;
        return play("TasksFailed, all restart", new CheckpointEvent.TasksFailed(new TreeSet<>(PLAN.tasks()), true));
    }

    /** The timer that was started last rings. */
    CheckpointTranscript due() {
        return play("TriggerDue", timers.get(timers.size() - 1));
    }

    /** The timer that was started first rings, although it was overtaken. */
    CheckpointTranscript staleDue() {
        return play("TriggerDue, overtaken", timers.get(0));
    }

    CheckpointTranscript deadline(long checkpoint) {
        return play("DeadlinePassed #" + checkpoint, new CheckpointEvent.DeadlinePassed(checkpoint));
    }

    CheckpointTranscript acked(long checkpoint, String... tasks) {
        for (String task : tasks) {
            StateVersion version = version(task, checkpoint, false);
            play("Acked #" + checkpoint + " " + version.id(), new CheckpointEvent.Acked(checkpoint, version));
        }
        return this;
    }

    CheckpointTranscript declined(long checkpoint, String task, boolean storage) {
        String reason = storage ? "disk full" : "it is being deployed";
        return play(
                "Declined #" + checkpoint + " by " + task + (storage ? " for the store" : ""),
                new CheckpointEvent.Declined(checkpoint, TaskId.parse(task), storage, reason));
    }

    CheckpointTranscript ended(String... tasks) {
        for (String task : tasks) {
            StateVersion version = version(task, StateVersion.NO_CHECKPOINT, true);
            play("Ended " + version.id(), new CheckpointEvent.Ended(version));
        }
        return this;
    }

    /** The manifest that was ordered last exists now. */
    CheckpointTranscript manifestStored() {
        Manifest manifest = stored.get(stored.size() - 1);
        return play("ManifestStored #" + manifest.checkpoint(), new CheckpointEvent.ManifestStored(manifest, null));
    }

    CheckpointTranscript savepointRefused(String reason) {
        Manifest manifest = stored.get(stored.size() - 1);
        return play(
                "ManifestStored #" + manifest.checkpoint() + ", savepoint refused",
                new CheckpointEvent.ManifestStored(manifest, reason));
    }

    CheckpointTranscript manifestRefused(long checkpoint) {
        return play("ManifestRefused #" + checkpoint, new CheckpointEvent.ManifestRefused(checkpoint, "disk full"));
    }

    /** From the trigger to the complete checkpoint. */
    CheckpointTranscript completes(long checkpoint) {
        return acked(checkpoint, ACKNOWLEDGING).manifestStored();
    }

    CheckpointTranscript completesWith(long checkpoint, String... tasks) {
        return acked(checkpoint, tasks).manifestStored();
    }

    CheckpointTranscript play(String name, CheckpointEvent event) {
        nowMs += 100;
        text.append(name).append('\n');
        event.applyTo(coordinator, nowMs).forEach(command -> command.execute(this));
        return this;
    }

    CheckpointTranscript after(Duration pause) {
        nowMs += pause.toMillis();
        text.append("... ").append(pause.toMillis()).append(" ms\n");
        return this;
    }

    StateVersion version(String task, long checkpoint, boolean ended) {
        number++;
        VersionId id = new VersionId(JOB, new AttemptId(TaskId.parse(task), attempt), number);
        return new StateVersion(id, checkpoint, ended, 10, 0, List.of(), List.of());
    }

    /** Holds the whole text against the file of this name. */
    void matches(String name) {
        Path file = DIRECTORY.resolve(name + ".txt");
        try {
            if (Boolean.getBoolean("transcripts.rewrite")) {
                Files.createDirectories(DIRECTORY);
                Files.writeString(file, text);
            }
            assertThat(text.toString()).isEqualTo(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void line(String line) {
        text.append("    ").append(line).append('\n');
    }

    @Override
    public void trigger(CheckpointCommand.Trigger trigger) {
        line("trigger #" + trigger.checkpoint() + (trigger.stops() ? " to stop" : "") + " at " + trigger.sources());
    }

    @Override
    public void abort(long checkpoint) {
        line("abort #" + checkpoint);
    }

    @Override
    public void complete(long checkpoint) {
        line("complete #" + checkpoint);
    }

    @Override
    public void finish(long checkpoint) {
        line("finish #" + checkpoint);
    }

    @Override
    public void standStill(long checkpoint) {
        line("standStill #" + checkpoint);
    }

    @Override
    public void store(Manifest manifest, @Nullable String savepoint) {
        stored.add(manifest);
        List<VersionId> versions =
                manifest.versions().stream().map(StateVersion::id).toList();
        line("store #" + manifest.checkpoint() + (savepoint == null ? "" : " and savepoint " + savepoint) + ": "
                + versions);
    }

    @Override
    public void delete(List<VersionId> versions) {
        deleted.addAll(versions);
        line("delete versions " + versions);
    }

    @Override
    public void delete(Manifest manifest, List<VersionId> versions) {
        deleted.addAll(versions);
        line("delete manifest #" + manifest.checkpoint() + " and versions " + versions);
    }

    @Override
    public void sweep(JobId job, List<VersionId> kept) {
        line("sweep " + job + " but " + kept);
    }

    @Override
    public void startTimer(CheckpointEvent event, long delayMs) {
        if (event instanceof CheckpointEvent.TriggerDue due) {
            timers.add(due);
        }
        line("in " + delayMs + " ms: " + event.getClass().getSimpleName());
    }

    @Override
    public void completed(CheckpointStatus status) {
        line("completed #" + status.checkpoint() + ", " + status.bytes() + " bytes");
    }

    @Override
    public void warn(String warning) {
        line("warn: " + warning);
    }

    @Override
    public void failJob(Failure cause) {
        line("fail: " + cause);
    }
}
