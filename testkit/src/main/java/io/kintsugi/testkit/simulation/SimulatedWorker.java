package io.kintsugi.testkit.simulation;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobInventory;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.worker.channel.Frame;
import io.kintsugi.worker.inventory.JobMemory;
import io.kintsugi.worker.task.TaskChain;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One process that runs tasks: takes commands as the worker verticle does, may pause and may die. */
final class SimulatedWorker implements WorkerCommand.Handler<Optional<Failure>> {
    /** Answers a leader that has been replaced. */
    static final Failure SUPERSEDED = new Failure("Superseded", "this worker knows a later leader", "");

    private static final long EVENT_AGAIN_MS = 50;

    private final SimulatedCluster cluster;
    private final NodeId node;
    private final Map<TaskId, SimulatedTask> tasks = new TreeMap<>();
    private final Map<AttemptId, TaskChain> spares = new LinkedHashMap<>();
    private final Set<AttemptId> canceled = new LinkedHashSet<>();
    private final ArrayDeque<WorkerEvent> outbox = new ArrayDeque<>();
    private Term highestTerm = Term.NONE;
    private @Nullable JobMemory memory;
    /** Of the leader that let the job go last; a later one goes on with it. */
    private @Nullable Term releasedIn;

    private boolean alive = true;
    private long pausedUntilNs;

    SimulatedWorker(SimulatedCluster cluster, NodeId node) {
        this.cluster = cluster;
        this.node = node;
    }

    NodeId node() {
        return node;
    }

    TaskLocation location() {
        return new TaskLocation(node, 0);
    }

    List<SimulatedTask> tasks() {
        return new ArrayList<>(tasks.values());
    }

    /** Does something after a delay, or later if the process pauses then; never if it is dead. */
    void in(long delayNs, Runnable action) {
        cluster.agenda().in(delayNs, () -> {
            long pauseNs = pausedUntilNs - cluster.agenda().nowNs();
            if (alive && pauseNs > 0) {
                in(pauseNs, action);
            } else if (alive) {
                action.run();
            }
        });
    }

    void pause(long forMs) {
        pausedUntilNs = cluster.agenda().nowNs() + forMs * 1_000_000;
    }

    void die() {
        alive = false;
        tasks.values().forEach(SimulatedTask::die);
    }

    /** @param answer told the refusal, or nothing when the command was taken */
    void take(WorkerCommand command, Consumer<Optional<Failure>> answer) {
        in(0, () -> {
            if (command.begins()) {
                highestTerm = cluster.newestTerm();
            }
            if (command.term().compareTo(highestTerm) < 0) {
                answer.accept(Optional.of(SUPERSEDED));
                return;
            }
            highestTerm = command.term();
            remember(command);
            answer.accept(command.handle(this));
        });
    }

    private boolean isReleased() {
        return highestTerm.equals(releasedIn);
    }

    private void remember(WorkerCommand command) {
        if (command instanceof WorkerCommand.DeployTask deploy) {
            SimulatedTask present = tasks.get(deploy.attempt().task());
            boolean older = present != null
                    && present.attempt().number() > deploy.attempt().number();
            if (isReleased() || older || canceled.contains(deploy.attempt())) {
                return;
            }
            memory = memory == null ? new JobMemory(deploy.spec()) : memory;
        } else if (command instanceof WorkerCommand.PrepareSpare prepare) {
            if (isReleased() || canceled.contains(prepare.spare())) {
                return;
            }
            memory = memory == null ? new JobMemory(prepare.spec()) : memory;
        }
        if (memory != null) {
            memory.ordered(command);
        }
    }

    /** Obeys no lower term from now on; tells what it has, unless it knows a higher one. */
    void greeted(Term term, Consumer<Optional<JobInventory>> answer) {
        in(0, () -> {
            if (term.compareTo(highestTerm) >= 0) {
                highestTerm = term;
                answer.accept(Optional.ofNullable(memory == null ? null : memory.inventory()));
            }
        });
    }

    void receive(TaskId receiver, Frame frame) {
        in(0, () -> {
            SimulatedTask task = tasks.get(receiver);
            if (task != null) {
                task.receive(frame);
            }
        });
    }

    /** Tells the leader, in order and until it has heard. */
    void report(WorkerEvent event) {
        if (memory != null) {
            memory.told(event);
        }
        outbox.add(event);
        if (outbox.size() == 1) {
            tell();
        }
    }

    private void tell() {
        WorkerEvent event = outbox.peek();
        if (event == null) {
            return;
        }
        cluster.leader()
                .ifPresent(leader -> cluster.network().send(node, leader.node(), () -> {
                    if (leader.told(event)) {
                        cluster.network()
                                .send(
                                        leader.node(),
                                        node,
                                        () -> in(0, () -> {
                                            if (outbox.peek() == event) {
                                                outbox.poll();
                                                tell();
                                            }
                                        }));
                    }
                }));
        in(EVENT_AGAIN_MS * 1_000_000, () -> {
            if (outbox.peek() == event) {
                tell();
            }
        });
    }

    @Override
    public Optional<Failure> deploy(WorkerCommand.DeployTask command) {
        AttemptId attempt = command.attempt();
        if (isReleased() || canceled.contains(attempt)) {
            return Optional.empty();
        }
        SimulatedTask present = tasks.get(attempt.task());
        if (present != null && present.attempt().number() > attempt.number()) {
            return refused("attempt " + attempt + " is older than " + present.attempt());
        }
        if (present == null || !present.attempt().equals(attempt)) {
            if (present != null) {
                present.cancel();
            }
            AttemptId spare = command.spare();
            Optional<TaskChain> chain = spare == null ? Optional.empty() : Optional.ofNullable(spares.remove(spare));
            cluster.invariants().begins(attempt, node);
            SimulatedTask task = new SimulatedTask(cluster, this, command, chain);
            tasks.put(attempt.task(), task);
            task.start();
        }
        return Optional.empty();
    }

    @Override
    public Optional<Failure> connect(WorkerCommand.ConnectTask command) {
        return with(command.attempt(), task -> task.connect(command));
    }

    @Override
    public Optional<Failure> drain(WorkerCommand.DrainTask command) {
        return with(command.attempt(), SimulatedTask::drain);
    }

    @Override
    public Optional<Failure> handOver(WorkerCommand.HandOverTask command) {
        WorkerCommand.CancelTask then = new WorkerCommand.CancelTask(command.term(), command.job(), command.attempt());
        return canceled.contains(command.attempt())
                ? Optional.empty()
                : with(command.attempt(), task -> task.handOver(() -> handedOver(then)));
    }

    private void handedOver(WorkerCommand.CancelTask then) {
        if (memory != null && !canceled.contains(then.attempt())) {
            memory.ordered(then);
            cancel(then);
        }
    }

    @Override
    public Optional<Failure> cancel(WorkerCommand.CancelTask command) {
        canceled.add(command.attempt());
        SimulatedTask task = tasks.get(command.attempt().task());
        ChannelPositions last =
                task != null && task.attempt().equals(command.attempt()) ? task.cancel() : ChannelPositions.none();
        report(new WorkerEvent.TaskCanceled(command.job(), command.attempt(), last));
        return Optional.empty();
    }

    @Override
    public Optional<Failure> release(WorkerCommand.ReleaseJob command) {
        releasedIn = command.term();
        memory = null;
        tasks.values().forEach(SimulatedTask::cancel);
        return Optional.empty();
    }

    @Override
    public Optional<Failure> trigger(WorkerCommand.TriggerCheckpoint command) {
        SimulatedTask task = tasks.get(command.attempt().task());
        if (task != null && task.attempt().equals(command.attempt())) {
            task.trigger(command.checkpoint(), command.stops());
        } else {
            report(new WorkerEvent.CheckpointDeclined(
                    command.job(), command.attempt(), command.checkpoint(), false, "it is not here"));
        }
        return Optional.empty();
    }

    @Override
    public Optional<Failure> abort(WorkerCommand.AbortCheckpoint command) {
        tasks.values().forEach(task -> task.abort(command.checkpoint()));
        return Optional.empty();
    }

    @Override
    public Optional<Failure> complete(WorkerCommand.CompleteCheckpoint command) {
        tasks.values().forEach(task -> task.complete(command.checkpoint()));
        return Optional.empty();
    }

    @Override
    public Optional<Failure> finish(WorkerCommand.FinishTasks command) {
        tasks.values().forEach(task -> task.finish(command.checkpoint()));
        return Optional.empty();
    }

    @Override
    public Optional<Failure> fail(WorkerCommand.FailTask command) {
        return with(command.attempt(), task -> task.fail(new SimulatedCluster.InjectedFailure("asked for")));
    }

    @Override
    public Optional<Failure> detach(WorkerCommand.DetachPeers command) {
        return with(command.attempt(), task -> task.detach(command.gone()));
    }

    @Override
    public Optional<Failure> prepare(WorkerCommand.PrepareSpare command) {
        if (!isReleased() && !canceled.contains(command.spare())) {
            spares.computeIfAbsent(command.spare(), id -> opened(cluster.spare(id.task())));
            report(new WorkerEvent.SpareReady(command.job(), command.spare()));
        }
        return Optional.empty();
    }

    private static TaskChain opened(TaskChain spare) {
        spare.open();
        return spare;
    }

    private static Optional<Failure> refused(String why) {
        return Optional.of(new Failure("Refused", why, ""));
    }

    private Optional<Failure> with(AttemptId attempt, Consumer<SimulatedTask> action) {
        SimulatedTask task = tasks.get(attempt.task());
        if (task == null || !task.attempt().equals(attempt) || task.isGone()) {
            return refused("this worker has no attempt " + attempt);
        }
        action.accept(task);
        return Optional.empty();
    }
}
