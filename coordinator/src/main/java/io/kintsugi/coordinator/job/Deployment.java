package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.checkpoint.Supersteps;
import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.JobInventory;
import io.kintsugi.core.protocol.TaskInventory;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.snapshot.RestorePoint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Brings tasks to their workers and takes them away again. Those that are deployed together are connected together, and
 * with neighbours that are there already:
 *
 * <pre>
 * DeployTask to all ──all deployed──▶ ConnectTask to all and to live neighbours ──▶ running
 *                                     DetachPeers to all from neighbours that are away
 * </pre>
 */
final class Deployment {
    private final JobToRun job;
    private final CoordinatorSettings settings;
    private final JobTasks tasks;
    private final Outbox out;
    /** What is to be connected as soon as all of it is deployed. */
    private final List<Set<TaskId>> together = new ArrayList<>();
    /** Null once the job has ended, since it holds the user's classes. */
    private @Nullable Wiring wiring;

    Deployment(JobToRun job, CoordinatorSettings settings, JobTasks tasks, Supersteps supersteps, Outbox out) {
        this.job = job;
        this.settings = settings;
        this.tasks = tasks;
        this.out = out;
        this.wiring = new Wiring(job.plan(), tasks, supersteps);
    }

    /**
     * What an attempt begins with.
     *
     * @param spare the instance that it is made of, or null for a new one
     */
    record Begin(RestorePoint restore, @Nullable AttemptId spare) {}

    /** Orders the current attempts of these tasks, which are connected when all of them are deployed. */
    void deploy(List<TaskExecution> those, Function<TaskExecution, Begin> begin) {
        together.add(JobTasks.ids(those));
        for (TaskExecution task : those) {
            Begin with = begin.apply(task);
            send(
                    task,
                    attempt -> new WorkerCommand.DeployTask(
                            job.term(), job.spec(), attempt, with.restore(), with.spare()));
        }
        startDeadline(those);
    }

    /** They should run by then. */
    private void startDeadline(List<TaskExecution> those) {
        out.startTimer(new JobEvent.DeployDeadlinePassed(attempts(those)), settings.deployTimeoutMs());
    }

    /** Connects those that are complete. */
    void connectDeployed() {
        Wiring known = wiring;
        if (known == null) {
            return;
        }
        for (Set<TaskId> group : List.copyOf(together)) {
            List<TaskExecution> those = tasks.of(group);
            if (those.stream().allMatch(task -> task.state() == TaskState.DEPLOYED)) {
                together.remove(group);
                connect(known, group, those);
            }
        }
    }

    private void connect(Wiring known, Set<TaskId> group, List<TaskExecution> those) {
        those.forEach(TaskExecution::connect);
        for (TaskExecution task : those) {
            detach(task, known.away(task));
            connect(known, task, peer -> true);
        }
        known.thereAround(group).forEach(neighbour -> connect(known, neighbour, group::contains));
    }

    private void connect(Wiring known, TaskExecution task, Predicate<TaskId> to) {
        send(
                task,
                attempt -> new WorkerCommand.ConnectTask(
                        job.term(), id(), attempt, known.inputs(task, to), known.outputs(task, to)));
    }

    /**
     * These go, so that nobody is connected with them.
     *
     * @param told whether their neighbours are to go on without them, else they wait
     */
    void leave(Set<TaskId> going, boolean told) {
        together.forEach(group -> group.removeAll(going));
        together.removeIf(Set::isEmpty);
        Wiring known = wiring;
        if (known == null) {
            return;
        }
        for (TaskExecution neighbour : told ? known.around(going) : List.<TaskExecution>of()) {
            detach(
                    neighbour,
                    known.neighbours(neighbour.id()).stream()
                            .filter(going::contains)
                            .map(tasks::get)
                            .filter(TaskExecution::isConnected)
                            .map(TaskExecution::attempt)
                            .toList());
        }
        tasks.of(going).forEach(TaskExecution::disconnect);
    }

    /**
     * Finishes what another leader has begun: tells those again that look for their peers, and connects others as soon as they and
     * those next to them are deployed.
     */
    void takeOver() {
        Wiring known = wiring;
        if (known == null) {
            return;
        }
        List<TaskExecution> onTheirWay =
                tasks.that(task -> task.state() == TaskState.DEPLOYING || task.state() == TaskState.DEPLOYED);
        Set<TaskId> left = JobTasks.ids(
                onTheirWay.stream().filter(task -> !task.isConnected()).toList());
        tasks.that(task -> task.takesPart() && !task.isLinked())
                .forEach(task -> connect(known, JobTasks.only(task), List.of(task)));
        while (!left.isEmpty()) {
            together.add(connected(known, left));
        }
        if (!onTheirWay.isEmpty()) {
            startDeadline(onTheirWay);
        }
        List<TaskExecution> going = tasks.that(task -> task.state() == TaskState.CANCELING);
        if (!going.isEmpty()) {
            out.startTimer(new JobEvent.CancelDeadlinePassed(attempts(going)), settings.cancelTimeoutMs());
        }
    }

    /** Takes out those that are connected with the first. */
    private static Set<TaskId> connected(Wiring known, Set<TaskId> left) {
        Set<TaskId> group = new TreeSet<>();
        List<TaskId> open = new ArrayList<>(List.of(left.iterator().next()));
        while (!open.isEmpty()) {
            TaskId task = open.remove(open.size() - 1);
            if (left.remove(task)) {
                group.add(task);
                open.addAll(known.neighbours(task));
            }
        }
        return group;
    }

    /** Takes away an attempt that is none of the job's any more. */
    void cancel(NodeId worker, AttemptId attempt) {
        out.send(worker, new WorkerCommand.CancelTask(job.term(), id(), attempt));
    }

    /** Takes away what a worker has of the job that is none of its any more. */
    void cancelUnknown(NodeId worker, JobInventory inventory) {
        for (TaskInventory found : inventory.tasks()) {
            boolean current = tasks.current(id(), found.attempt())
                    .filter(task -> task.worker().equals(worker) && !task.isGone())
                    .isPresent();
            if (found.standing().isLive() && !current) {
                cancel(worker, found.attempt());
            }
        }
    }

    private void detach(TaskExecution task, List<AttemptId> gone) {
        if (!gone.isEmpty()) {
            send(task, attempt -> new WorkerCommand.DetachPeers(job.term(), id(), attempt, gone));
        }
    }

    /** Those of these attempts that should run by now; one that waits for a neighbour gets as much time again. */
    List<TaskExecution> late(List<AttemptId> attempts) {
        List<TaskExecution> late = new ArrayList<>();
        List<TaskExecution> waiting = new ArrayList<>();
        for (TaskExecution task : tasks.current(attempts)) {
            if (task.state() == TaskState.DEPLOYING || task.state() == TaskState.DEPLOYED) {
                (waitsForOthers(task) ? waiting : late).add(task);
            }
        }
        if (!waiting.isEmpty()) {
            startDeadline(waiting);
        }
        return late;
    }

    private boolean waitsForOthers(TaskExecution task) {
        return wiring != null
                && !job.plan().isBatch()
                && task.takesPart()
                && wiring.neighbours(task.id()).stream()
                        .anyMatch(peer -> !tasks.get(peer).isThere());
    }

    /** Whether a neighbour of it is not connected with all of its own. */
    boolean isWaitedFor(TaskExecution task) {
        return wiring != null
                && wiring.neighbours(task.id()).stream()
                        .anyMatch(peer -> !tasks.get(peer).isLinked());
    }

    /** All that must restart with these: their neighbours that have finished, whose workers are lost. */
    Set<TaskId> withFinishedOnLostWorkers(Set<TaskId> those) {
        List<TaskId> open = new ArrayList<>(those);
        while (wiring != null && !open.isEmpty()) {
            for (TaskId peer : wiring.neighbours(open.remove(open.size() - 1))) {
                TaskExecution task = tasks.get(peer);
                boolean silent =
                        task.state() == TaskState.FINISHED && tasks.lost().contains(task.worker());
                if (silent && those.add(peer)) {
                    open.add(peer);
                }
            }
        }
        return those;
    }

    /** Whether a command to connect a task is still of use. */
    boolean isNeeded(WorkerCommand.ConnectTask command) {
        Wiring known = wiring;
        return known != null
                && tasks.current(command.job(), command.attempt())
                        .filter(task -> known.isNews(task, command.inputs(), command.outputs()))
                        .isPresent();
    }

    /** Ends the input of a source. */
    void drain(TaskExecution source) {
        send(source, attempt -> new WorkerCommand.DrainTask(job.term(), id(), attempt));
    }

    /** Brings a task to rest, so that another attempt can go on where it is. */
    void handOver(TaskExecution task) {
        send(task, attempt -> new WorkerCommand.HandOverTask(job.term(), id(), attempt));
    }

    /** Fails a task as if a function of it had thrown. */
    void fail(TaskExecution task) {
        send(task, attempt -> new WorkerCommand.FailTask(job.term(), id(), attempt));
    }

    /** Takes away those that are not gone and not about to go. */
    void cancel(Collection<TaskExecution> those, String reason) {
        List<TaskExecution> left = those.stream()
                .filter(task -> !task.isGone() && task.state() != TaskState.CANCELING)
                .toList();
        for (TaskExecution task : left) {
            out.moved(task.moveTo(TaskState.CANCELING, reason));
            send(task, attempt -> new WorkerCommand.CancelTask(job.term(), id(), attempt));
        }
        if (!left.isEmpty()) {
            out.startTimer(new JobEvent.CancelDeadlinePassed(attempts(left)), settings.cancelTimeoutMs());
        }
    }

    /** Those that were cancelled and are not gone by then are left behind. */
    void leaveBehindAfter(int ms) {
        List<TaskExecution> left = tasks.that(task -> task.state() == TaskState.CANCELING);
        if (!left.isEmpty()) {
            out.startTimer(new JobEvent.CancelDeadlinePassed(attempts(left)), ms);
        }
    }

    /**
     * The job has ended: nobody needs its plan and its classes any more.
     *
     * @param others workers that may know it beside those of its tasks
     */
    void release(Set<NodeId> others) {
        wiring = null;
        together.clear();
        WorkerCommand release = new WorkerCommand.ReleaseJob(job.term(), id());
        Set<NodeId> workers = tasks.workers();
        workers.addAll(others);
        workers.forEach(worker -> out.send(worker, release));
    }

    private JobId id() {
        return job.spec().id();
    }

    private void send(TaskExecution task, Function<AttemptId, WorkerCommand> command) {
        out.send(task.worker(), command.apply(task.attempt()));
    }

    private static List<AttemptId> attempts(List<TaskExecution> those) {
        return those.stream().map(TaskExecution::attempt).toList();
    }
}
