package io.kintsugi.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.coordinator.checkpoint.CheckpointEvent;
import io.kintsugi.coordinator.checkpoint.StoredCheckpoints;
import io.kintsugi.coordinator.execution.TaskTransition;
import io.kintsugi.coordinator.job.JobCommand;
import io.kintsugi.coordinator.job.JobEffects;
import io.kintsugi.coordinator.job.JobEvent;
import io.kintsugi.coordinator.job.JobToRun;
import io.kintsugi.coordinator.job.JobTransition;
import io.kintsugi.coordinator.job.Master;
import io.kintsugi.coordinator.job.Survey;
import io.kintsugi.coordinator.schedule.Placement;
import io.kintsugi.coordinator.schedule.PlacementResult;
import io.kintsugi.coordinator.schedule.Scheduler;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.protocol.TaskStatus;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.MemorySnapshotStore;
import io.kintsugi.core.snapshot.VersionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The master of one job in batch mode among simulated workers with real tasks. A seed decides what happens next; messages
 * between two ends keep no order but frames do.
 */
final class BatchCluster implements JobEffects {
    static final JobId JOB = new JobId("batch", 1);
    static final JobSpec SPEC = new JobSpec(JOB, "batch", Map.of(), null, "");
    private static final CoordinatorSettings SETTINGS =
            new CoordinatorSettings(3, 500, 60_000, 30_000, 10_000, 10_000, 10, 10, 10, 100);
    private static final int STEPS_MAX = 2_000_000;

    private final Random random;
    private final Job job;
    private final Plan plan;
    private final int slots;
    private final Map<NodeId, BatchWorker> workers = new TreeMap<>();
    private final TreeSet<NodeId> quarantined = new TreeSet<>();
    private final List<Runnable> underWay = new ArrayList<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private final StringBuilder history = new StringBuilder();
    private final MemorySnapshotStore store = new MemorySnapshotStore();
    private final List<Manifest> supersteps = new ArrayList<>();
    private Master master;
    private Term term = new Term(1);
    private long nowMs = 1_000;
    private int started;
    private int made;
    private int transitions;
    private @Nullable JobStatus last;
    private int mostAtOnce;

    private record Timer(long atMs, int order, JobEvent event) implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            return atMs != other.atMs ? Long.compare(atMs, other.atMs) : Integer.compare(order, other.order);
        }
    }

    BatchCluster(long seed, Job job, int workerCount, int slots) {
        this.random = new Random(seed);
        this.job = job;
        this.plan = Plan.of(job.graph());
        this.slots = slots;
        for (int i = 0; i < workerCount; i++) {
            startWorker();
        }
        PlacementResult placed = Scheduler.placeBatch(plan, offers(worker -> 0));
        this.master = master(((PlacementResult.Placed) placed).placement());
    }

    private Master master(Placement placement) {
        JobToRun toRun = new JobToRun(SPEC, plan, placement, term, job.graph().recovery(), null, found());
        return Master.of(toRun, SETTINGS, random, nowMs);
    }

    private StoredCheckpoints found() {
        return new StoredCheckpoints(store.takeOver(JOB.name(), term).readable(), List.of(), null, false);
    }

    /** Where states of tasks are. */
    MemorySnapshotStore store() {
        return store;
    }

    /** Those that were completed, by any leader, oldest first. */
    List<Manifest.Superstep> supersteps() {
        return supersteps.stream().map(Manifest::superstep).toList();
    }

    /** Another leader asks all workers what they have, and goes on with it; of the one before nothing is left but its orders. */
    void replaceLeader() {
        term = new Term(term.value() + 1);
        timers.clear();
        List<Survey.Answer> answers = new ArrayList<>();
        workers.forEach((node, worker) -> answers.add(new Survey.Answer(node, worker.greeted(term))));
        Survey survey = new Survey(plan, answers, store.versions(JOB), term);
        history.append("leader replaced: ").append(survey.describe()).append('\n');
        master = master(survey.placement());
        take(new JobEvent.JobTakenOver(survey, Optional.empty()));
    }

    /** No task is to begin on some worker until {@link #releaseAll}, unless it is the only one. */
    void quarantineSomeWorker() {
        List<NodeId> all = List.copyOf(workers.keySet());
        if (all.size() > 1) {
            quarantined.add(all.get(random.nextInt(all.size())));
            history.append("quarantined ").append(quarantined).append('\n');
            take(new JobEvent.WorkersHeldBack(Set.of(), quarantined));
        }
    }

    void releaseAll() {
        quarantined.clear();
        take(new JobEvent.WorkersHeldBack(Set.of(), quarantined));
    }

    private void startWorker() {
        NodeId node = new NodeId("w" + started, "i" + started++);
        workers.put(node, new BatchWorker(node, plan, this));
    }

    private List<SlotOffer> offers(ToIntFunction<NodeId> taken) {
        List<SlotOffer> offers = new ArrayList<>();
        workers.keySet().stream()
                .filter(node -> !quarantined.contains(node))
                .forEach(node -> offers.add(new SlotOffer(node, slots, slots - taken.applyAsInt(node))));
        return offers;
    }

    /** @param fault called between steps, with the number of the step */
    void playToTheEnd(IntConsumer fault) {
        take(new JobEvent.JobSubmitted());
        for (int step = 0; last == null; step++) {
            if (step > STEPS_MAX) {
                throw new AssertionError("the job does not end: " + master.status() + "\n" + history);
            }
            fault.accept(step);
            step();
        }
    }

    private void step() {
        List<BatchWorker> live = List.copyOf(workers.values());
        boolean worked = false;
        if (!underWay.isEmpty()) {
            underWay.remove(random.nextInt(underWay.size())).run();
            worked = true;
        }
        for (BatchWorker worker : live) {
            worked |= worker.work(nowMs * 1_000_000);
        }
        mostAtOnce = Math.max(
                mostAtOnce, live.stream().mapToInt(BatchWorker::running).sum());
        if (!worked) {
            nowMs++;
            live.forEach(worker -> worker.tick(nowMs * 1_000_000));
            for (Timer timer = timers.peek(); timer != null && timer.atMs() <= nowMs; timer = timers.peek()) {
                timers.poll();
                take(timer.event());
            }
        }
    }

    void take(JobEvent event) {
        for (JobCommand command : event.applyTo(master, nowMs)) {
            command.execute(this);
        }
    }

    /** Something that arrives after a while. */
    void post(Runnable message) {
        underWay.add(message);
    }

    /** Something that the leader of now is told after a while, if it leads still. */
    void postToLeader(JobEvent event) {
        Term then = term;
        post(() -> {
            if (term.equals(then)) {
                take(event);
            }
        });
    }

    /** The worker, unless it is dead. */
    @Nullable
    BatchWorker worker(NodeId node) {
        return workers.get(node);
    }

    /** Kills a worker; another comes in its place, which has nothing of what it had. */
    void killSomeWorker() {
        List<NodeId> all = List.copyOf(workers.keySet());
        kill(all.get(random.nextInt(all.size())));
    }

    private void kill(NodeId dead) {
        workers.remove(dead);
        history.append("killed ").append(dead).append('\n');
        startWorker();
        post(() -> take(new JobEvent.WorkerLost(dead)));
    }

    /** Fails a running task, or damages what a finished one has kept. */
    void failSomeTask() {
        List<TaskStatus> some = status().tasks().stream()
                .filter(task -> task.state() == TaskState.RUNNING || task.state() == TaskState.FINISHED)
                .toList();
        if (!some.isEmpty()) {
            fail(some.get(random.nextInt(some.size())));
        }
    }

    /** Fails the task, or kills its worker, if the task is in this state; returns whether it was. */
    boolean hit(TaskId id, TaskState when, boolean kill) {
        Optional<TaskStatus> found = status().tasks().stream()
                .filter(task -> task.attempt().task().equals(id) && task.state() == when)
                .findFirst();
        found.ifPresent(task -> {
            if (kill) {
                kill(task.worker());
            } else {
                fail(task);
            }
        });
        return found.isPresent();
    }

    void fail(TaskStatus task) {
        BatchWorker worker = workers.get(task.worker());
        if (worker != null) {
            history.append("failed ").append(task.attempt()).append('\n');
            worker.fail(task.attempt(), new IllegalStateException("injected"));
        }
    }

    JobStatus status() {
        return last == null ? master.status() : last;
    }

    int restarts() {
        return status().restarts();
    }

    /** Tasks that ran at the same time, at most. */
    int mostAtOnce() {
        return mostAtOnce;
    }

    String history() {
        return history.toString();
    }

    AttemptId attempt(TaskId task) {
        return status().tasks().stream()
                .map(TaskStatus::attempt)
                .filter(attempt -> attempt.task().equals(task))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void send(NodeId worker, WorkerCommand command, int sends) {
        if (command instanceof WorkerCommand.DeployTask && sends == 1 && quarantined.contains(worker)) {
            throw new AssertionError("a task begins on quarantined worker " + worker + ": " + command);
        }
        post(() -> {
            BatchWorker to = workers.get(worker);
            if (to != null) {
                to.take(command);
            }
        });
    }

    @Override
    public void startTimer(JobEvent event, long delayMs) {
        timers.add(new Timer(nowMs + delayMs, made++, event));
    }

    @Override
    public void askForSlots(int round) {
        postToLeader(new JobEvent.SlotsOffered(round, offers(master::slotsOn)));
    }

    @Override
    public void ended(JobStatus status) {
        last = status;
    }

    @Override
    public void jobMoved(JobTransition transition) {
        history.append(transition).append('\n');
    }

    @Override
    public void taskMoved(TaskTransition transition) {
        if (transitions++ < 10_000) {
            history.append(transition).append('\n');
        }
    }

    @Override
    public void warn(String text) {
        history.append(text).append('\n');
    }

    @Override
    public void recoveryMoved(RecoveryStatus status) {}

    @Override
    public void checkpointCompleted(CheckpointStatus status) {}

    @Override
    public void storeManifest(Manifest manifest, @Nullable String savepoint) {
        history.append("superstep ").append(manifest.superstep()).append('\n');
        supersteps.add(manifest);
        boolean created = store.create(manifest);
        assertThat(created).as("%s", manifest).isTrue();
        postToLeader(new JobEvent.CheckpointTold(new CheckpointEvent.ManifestStored(manifest, null)));
    }

    @Override
    public void deleteVersions(List<VersionId> versions) {
        versions.forEach(store::delete);
    }

    @Override
    public void deleteManifest(Manifest manifest, List<VersionId> versions) {
        store.delete(manifest);
        versions.forEach(store::delete);
    }

    @Override
    public void sweepVersions(JobId job, List<VersionId> kept) {
        store.versions(job).stream().filter(version -> !kept.contains(version)).forEach(store::delete);
    }
}
