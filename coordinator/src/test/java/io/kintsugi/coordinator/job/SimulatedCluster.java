package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.checkpoint.CheckpointEvent;
import io.kintsugi.coordinator.checkpoint.StoredCheckpoints;
import io.kintsugi.coordinator.execution.TaskTransition;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.VersionId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One job master among simulated workers. What is under way (commands, events, timers, work of the store) arrives in an
 * order that a seed decides; with faults, messages get lost and come twice.
 */
final class SimulatedCluster implements JobEffects {
    private static final int STEPS_MAX = 5_000;
    private static final NodeId SPARE = new NodeId("w3", "c");

    private final JobMaster master;
    private final Random random;
    private final boolean faults;
    private final boolean checkpointed;
    private final Recovery recovery;
    private final RestartRules rules;
    private final SimulatedStore store = new SimulatedStore(problem -> check(false, problem));
    private final SimulatedWorkers workers;
    private final List<Runnable> underWay = new ArrayList<>();
    private final List<Runnable> deadlines = new ArrayList<>();
    private final TreeSet<NodeId> knownDead = new TreeSet<>();
    private final TreeSet<NodeId> drained = new TreeSet<>();
    private final TreeSet<NodeId> quarantined = new TreeSet<>();
    /** Workers that may have spares of the job. */
    private final TreeSet<NodeId> unreleased = new TreeSet<>();

    private final Set<AttemptId> leftBehind = new LinkedHashSet<>();
    private final List<String> problems = new ArrayList<>();
    private final StringBuilder history = new StringBuilder();
    private boolean failureSeen;
    private boolean ended;
    private boolean wasRecovering;
    private long nowMs;

    /** One with faults, whose job has an instance of work standing by. */
    static SimulatedCluster standingBy(long seed, Recovery recovery) {
        return new SimulatedCluster(seed, true, recovery, Stories.standingBy(recovery));
    }

    SimulatedCluster(long seed, boolean faults, boolean checkpointed, Recovery recovery) {
        this(
                seed,
                faults,
                recovery,
                checkpointed
                        ? Stories.checkpointed(StoredCheckpoints.none(), recovery)
                        : Stories.master(recovery, null));
    }

    private SimulatedCluster(long seed, boolean faults, Recovery recovery, JobMaster master) {
        this.random = new Random(seed);
        this.faults = faults;
        this.checkpointed = master.isCheckpointed();
        this.recovery = recovery;
        this.master = master;
        this.workers = new SimulatedWorkers(this, store, checkpointed);
        this.rules = new RestartRules(recovery, problem -> check(false, problem));
    }

    List<String> problems() {
        return problems;
    }

    JobState state() {
        return master.state();
    }

    String history() {
        return history.toString();
    }

    /** Whether all that restarts goes back to a checkpoint. */
    boolean isExact() {
        return recovery.strategy() == Recovery.Strategy.REGION;
    }

    boolean hasRecovered() {
        return wasRecovering && master.state() == JobState.FINISHED;
    }

    int sparesUsed() {
        return workers.sparesUsed();
    }

    Set<AttemptId> leftBehind() {
        return leftBehind;
    }

    void playToTheEnd() {
        bring(new JobEvent.JobSubmitted());
        if (checkpointed && random.nextInt(4) == 0) {
            later(() -> bring(new JobEvent.SavepointStopRequested("last")));
        }
        maybeStop(StopMode.DRAIN);
        maybeStop(StopMode.NOW);
        maybeStop(StopMode.FORCE);
        maybeDie(Stories.W1);
        maybeDie(Stories.W2);
        int step = 0;
        do {
            while (!underWay.isEmpty() && step++ < STEPS_MAX) {
                underWay.remove(random.nextInt(underWay.size())).run();
            }
            passDeadline();
            step++;
        } while (!(underWay.isEmpty() && (ended || deadlines.isEmpty())) && step < STEPS_MAX);
        checkTheEnd();
    }

    private void checkTheEnd() {
        check(ended, "the job did not end: it is " + master.state());
        check(master.state().isTerminal(), "an end was told in state " + master.state());
        check(leftBehind.containsAll(workers.live()), "tasks were left behind: " + workers.live());
        check(
                checkpointed || !isExact() || !failureSeen || master.state() != JobState.FINISHED,
                "a failure was told, and yet the job finished");
        check(faults || master.state() != JobState.FAILED, "the job failed without a fault: " + master.status());
        check(knownDead.containsAll(unreleased), "nobody told these that the job has ended: " + unreleased);
        check(!leftBehind.isEmpty() || store.leaked().isEmpty(), "versions were leaked: " + store.leaked());
    }

    /** Deadlines are long: they pass when nothing else is under way. */
    private void passDeadline() {
        if (!ended && !deadlines.isEmpty()) {
            deadlines.remove(0).run();
        }
    }

    /** Somebody drains this worker at some time. */
    void drain(NodeId worker) {
        later(() -> {
            drained.add(worker);
            bring(new JobEvent.WorkersHeldBack(drained, quarantined));
        });
    }

    /** Somebody quarantines this worker at some time, and its quarantine ends at some time later. */
    void quarantine(NodeId worker) {
        later(() -> {
            quarantined.add(worker);
            bring(new JobEvent.WorkersHeldBack(drained, quarantined));
            later(() -> {
                quarantined.remove(worker);
                bring(new JobEvent.WorkersHeldBack(drained, quarantined));
            });
        });
    }

    void later(Runnable what) {
        underWay.add(what);
    }

    /** Whether a fault that comes once in so many cases comes now. */
    boolean happens(int onceIn) {
        return faults && random.nextInt(onceIn) == 0;
    }

    private void maybeStop(StopMode mode) {
        if (random.nextInt(3) == 0) {
            later(() -> bring(new JobEvent.StopRequested(mode)));
        }
    }

    private void maybeDie(NodeId worker) {
        if (happens(4)) {
            later(() -> {
                workers.die(worker);
                later(() -> {
                    knownDead.add(worker);
                    bring(new JobEvent.WorkerLost(worker));
                });
            });
        }
    }

    private void bring(JobEvent event) {
        nowMs += 10;
        history.append(event).append('\n');
        event.applyTo(master, nowMs).forEach(command -> command.execute(this));
    }

    void check(boolean holds, String otherwise) {
        if (!holds) {
            problems.add(otherwise);
        }
    }

    void tell(NodeId worker, WorkerEvent event) {
        for (int copies = happens(4) ? 2 : 1; copies > 0; copies--) {
            later(() -> {
                if (workers.isDead(worker) && random.nextBoolean()) {
                    return;
                }
                failureSeen |= event instanceof WorkerEvent.TaskFailed && !workers.isDead(worker);
                bring(new JobEvent.WorkerTold(event));
                workers.heard(event);
            });
        }
    }

    @Override
    public void send(NodeId worker, WorkerCommand command, int sends) {
        if (command instanceof WorkerCommand.PrepareSpare) {
            unreleased.add(worker);
        } else if (command instanceof WorkerCommand.ReleaseJob) {
            unreleased.remove(worker);
        }
        check(!knownDead.contains(worker), "a command went to lost worker " + worker + ": " + command);
        check(sends <= Stories.SETTINGS.commandSendsMax(), "sent too often: " + command);
        if (sends == 1) {
            check(
                    !(command instanceof WorkerCommand.DeployTask
                            && (drained.contains(worker) || quarantined.contains(worker))),
                    "a task begins on worker " + worker + ", which is held back: " + command);
            rules.ordered(command, knownDead);
        }
        boolean lost = happens(6);
        boolean answerLost = happens(6);
        later(() -> {
            boolean arrived = !lost && !workers.isDead(worker);
            if (arrived) {
                line(worker + " <- " + workers.receive(worker, command));
            }
            if (!arrived || answerLost) {
                later(() -> bring(new JobEvent.CommandUnanswered(worker, command, sends)));
            }
        });
    }

    @Override
    public void startTimer(JobEvent event, long delayMs) {
        boolean deadline = event instanceof JobEvent.DeployDeadlinePassed
                || event instanceof JobEvent.CancelDeadlinePassed
                || event.equals(new JobEvent.PlacingDue(Spares.ROUND))
                || (event instanceof JobEvent.CheckpointTold told
                        && told.event() instanceof CheckpointEvent.DeadlinePassed);
        (deadline ? deadlines : underWay).add(() -> {
            nowMs += event instanceof JobEvent.PlacingDue ? 60_000 : 0;
            bring(event);
        });
    }

    @Override
    public void askForSlots(int round) {
        later(() -> bring(new JobEvent.SlotsOffered(
                round,
                round == Spares.ROUND || random.nextBoolean() ? List.of(new SlotOffer(SPARE, 4, 4)) : List.of())));
    }

    @Override
    public void storeManifest(Manifest manifest, @Nullable String savepoint) {
        store.order(manifest);
        boolean refused = happens(15);
        later(() -> {
            CheckpointEvent outcome;
            if (refused) {
                store.refuse(manifest);
                outcome = new CheckpointEvent.ManifestRefused(manifest.checkpoint(), "of the test");
            } else {
                store.create(manifest);
                outcome = new CheckpointEvent.ManifestStored(manifest, null);
            }
            later(() -> bring(new JobEvent.CheckpointTold(outcome)));
        });
    }

    @Override
    public void deleteVersions(List<VersionId> versions) {
        later(() -> store.delete(versions));
    }

    @Override
    public void deleteManifest(Manifest manifest, List<VersionId> versions) {
        later(() -> {
            store.delete(manifest);
            store.delete(versions);
        });
    }

    @Override
    public void sweepVersions(JobId job, List<VersionId> kept) {
        later(() -> store.sweep(kept));
    }

    @Override
    public void jobMoved(JobTransition transition) {
        wasRecovering |= transition.to() == JobState.RECOVERING;
        line(transition.toString());
    }

    @Override
    public void taskMoved(TaskTransition transition) {
        if (transition.to() == TaskState.FAILED && transition.reason().startsWith("CancelTimeout")) {
            leftBehind.add(transition.attempt());
        }
        rules.moved(transition);
        line(transition.toString());
    }

    @Override
    public void checkpointCompleted(CheckpointStatus status) {
        line("completed #" + status.checkpoint());
    }

    @Override
    public void recoveryMoved(RecoveryStatus recovery) {
        line("recovery " + recovery.id() + " " + recovery.state());
    }

    @Override
    public void warn(String text) {
        line(text);
    }

    private void line(String text) {
        history.append("    ").append(text).append('\n');
    }

    @Override
    public void ended(JobStatus status) {
        check(!ended, "the job ended twice");
        ended = true;
        check(status.tasks().stream().allMatch(task -> task.state().isTerminal()), "ended with tasks that live");
    }
}
