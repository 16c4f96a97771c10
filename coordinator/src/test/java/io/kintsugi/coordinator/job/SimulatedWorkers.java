package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.execution.TaskTransition;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Workers of the simplest kind around one job master. What is under way (commands, events, timers) arrives in an order
 * that a seed decides; with faults, messages get lost and come twice, tasks fail and workers die.
 */
final class SimulatedWorkers implements JobEffects, WorkerCommand.Handler<String> {
    private static final int STEPS_MAX = 5_000;

    private final JobMaster master = Stories.master();
    private final Random random;
    private final boolean faults;
    private final List<Runnable> underWay = new ArrayList<>();
    private final List<Runnable> deadlines = new ArrayList<>();
    private final Map<AttemptId, NodeId> live = new LinkedHashMap<>();
    private final TreeSet<NodeId> dead = new TreeSet<>();
    private final Set<AttemptId> fenced = new LinkedHashSet<>();
    private final TreeSet<NodeId> releasedBy = new TreeSet<>();
    private final TreeSet<NodeId> knownDead = new TreeSet<>();
    private final List<String> problems = new ArrayList<>();
    private final StringBuilder history = new StringBuilder();
    private boolean failureSeen;
    private boolean ended;
    private boolean leftBehind;
    private NodeId receiver = Stories.W1;
    private long nowMs;

    SimulatedWorkers(long seed, boolean faults) {
        this.random = new Random(seed);
        this.faults = faults;
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

    void playToTheEnd() {
        bring(new JobEvent.JobSubmitted());
        maybeStop(StopMode.DRAIN);
        maybeStop(StopMode.NOW);
        maybeDie(Stories.W1);
        maybeDie(Stories.W2);
        int step = 0;
        do {
            while (!underWay.isEmpty() && step++ < STEPS_MAX) {
                underWay.remove(random.nextInt(underWay.size())).run();
            }
            passDeadline();
        } while (!(underWay.isEmpty() && (ended || deadlines.isEmpty())) && step < STEPS_MAX);
        check(ended, "the job did not end: it is " + master.state());
        check(master.state().isTerminal(), "an end was told in state " + master.state());
        check(leftBehind || live.isEmpty(), "tasks were left behind: " + live);
        check(!failureSeen || master.state() != JobState.FINISHED, "a failure was told, and yet the job finished");
        check(faults || master.state() != JobState.FAILED, "the job failed without a fault: " + master.status());
    }

    /** Deadlines are long: they pass when nothing else is under way. What has to be left behind then is no fault. */
    private void passDeadline() {
        if (!ended && !deadlines.isEmpty()) {
            deadlines.remove(0).run();
            leftBehind |= ended;
        }
    }

    private void maybeStop(StopMode mode) {
        if (random.nextInt(3) == 0) {
            underWay.add(() -> bring(new JobEvent.StopRequested(mode)));
        }
    }

    private void maybeDie(NodeId worker) {
        if (faults && random.nextInt(4) == 0) {
            underWay.add(() -> {
                dead.add(worker);
                live.values().removeIf(worker::equals);
                underWay.add(() -> {
                    knownDead.add(worker);
                    bring(new JobEvent.WorkerLost(worker));
                });
            });
        }
    }

    private void bring(JobEvent event) {
        nowMs += 10;
        history.append(event).append('\n');
        List<JobCommand> commands = event.applyTo(master, nowMs);
        commands.forEach(command -> command.execute(this));
    }

    private void check(boolean holds, String otherwise) {
        if (!holds) {
            problems.add(otherwise);
        }
    }

    @Override
    public void send(NodeId worker, WorkerCommand command, int sends) {
        check(!knownDead.contains(worker), "a command went to lost worker " + worker + ": " + command);
        check(sends <= Stories.SETTINGS.commandSendsMax(), "sent too often: " + command);
        boolean lost = faults && random.nextInt(6) == 0;
        boolean answerLost = faults && random.nextInt(6) == 0;
        underWay.add(() -> {
            boolean arrived = !lost && !dead.contains(worker);
            if (arrived) {
                receiver = worker;
                history.append("    ")
                        .append(worker)
                        .append(" <- ")
                        .append(command.handle(this))
                        .append('\n');
            }
            if (!arrived || answerLost) {
                underWay.add(() -> bring(new JobEvent.CommandUnanswered(worker, command, sends)));
            }
        });
    }

    @Override
    public void startTimer(JobEvent event, long delayMs) {
        boolean deadline =
                event instanceof JobEvent.DeployDeadlinePassed || event instanceof JobEvent.CancelDeadlinePassed;
        (deadline ? deadlines : underWay).add(() -> bring(event));
    }

    private void tell(AttemptId attempt, WorkerEvent event) {
        NodeId worker = live.getOrDefault(attempt, receiver);
        for (int copies = faults && random.nextInt(4) == 0 ? 2 : 1; copies > 0; copies--) {
            underWay.add(() -> {
                failureSeen |= event instanceof WorkerEvent.TaskFailed && !dead.contains(worker);
                bring(new JobEvent.WorkerTold(event));
            });
        }
    }

    @Override
    public String deploy(WorkerCommand.DeployTask command) {
        AttemptId attempt = command.attempt();
        if (fenced.contains(attempt) || releasedBy.contains(receiver)) {
            return "deploy, too late, " + attempt;
        }
        boolean sameTaskLives =
                live.keySet().stream().anyMatch(other -> other.task().equals(attempt.task()) && !other.equals(attempt));
        check(!sameTaskLives, "two attempts of " + attempt.task() + " live");
        check(!live.containsKey(attempt) || receiver.equals(live.get(attempt)), attempt + " lives on two workers");
        live.put(attempt, receiver);
        int loop = attempt.task().subtask();
        tell(attempt, new WorkerEvent.TaskDeployed(command.job(), attempt, new TaskLocation(receiver, loop)));
        return "deploy " + attempt;
    }

    @Override
    public String connect(WorkerCommand.ConnectTask command) {
        AttemptId attempt = command.attempt();
        if (live.containsKey(attempt)) {
            tell(attempt, new WorkerEvent.TaskRunning(command.job(), attempt));
            underWay.add(() -> end(command));
        }
        return "connect " + attempt;
    }

    private void end(WorkerCommand.ConnectTask command) {
        AttemptId attempt = command.attempt();
        NodeId worker = live.get(attempt);
        if (worker == null) {
            return;
        }
        receiver = worker;
        if (faults && random.nextInt(10) == 0) {
            tell(attempt, new WorkerEvent.TaskFailed(command.job(), attempt, new Failure("Fault", "of the test", "")));
        } else {
            tell(attempt, new WorkerEvent.TaskFinished(command.job(), attempt));
        }
        live.remove(attempt);
    }

    @Override
    public String drain(WorkerCommand.DrainTask command) {
        TaskId task = command.attempt().task();
        check(task.vertex().equals("read"), "a task that is no source was drained: " + task);
        return "drain " + command.attempt();
    }

    @Override
    public String cancel(WorkerCommand.CancelTask command) {
        live.remove(command.attempt());
        fenced.add(command.attempt());
        tell(command.attempt(), new WorkerEvent.TaskCanceled(command.job(), command.attempt()));
        return "cancel " + command.attempt();
    }

    @Override
    public String release(WorkerCommand.ReleaseJob command) {
        check(ended, "released before its end");
        live.values().removeIf(receiver::equals);
        releasedBy.add(receiver);
        return "release";
    }

    @Override
    public void jobMoved(JobTransition transition) {
        history.append("    ").append(transition).append('\n');
    }

    @Override
    public void taskMoved(TaskTransition transition) {
        history.append("    ").append(transition).append('\n');
    }

    @Override
    public void warn(String text) {
        history.append("    ").append(text).append('\n');
    }

    @Override
    public void ended(JobStatus status) {
        check(!ended, "the job ended twice");
        ended = true;
        check(status.tasks().stream().allMatch(task -> task.state().isTerminal()), "ended with tasks that live");
    }

    @Override
    public String trigger(WorkerCommand.TriggerCheckpoint command) {
        throw new IllegalStateException("this job has no checkpoints");
    }

    @Override
    public String abort(WorkerCommand.AbortCheckpoint command) {
        throw new IllegalStateException("this job has no checkpoints");
    }

    @Override
    public String complete(WorkerCommand.CompleteCheckpoint command) {
        throw new IllegalStateException("this job has no checkpoints");
    }

    @Override
    public String finish(WorkerCommand.FinishTasks command) {
        throw new IllegalStateException("this job has no checkpoints");
    }
}
