package io.kintsugi.testkit;

import io.kintsugi.coordinator.checkpoint.StoredCheckpoints;
import io.kintsugi.coordinator.checkpoint.Supersteps;
import io.kintsugi.coordinator.failover.FailoverStrategy;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.config.WatermarkSettings;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.LossSum;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.recovery.Checkpointing;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.worker.channel.Frame;
import io.kintsugi.worker.channel.FrameSink;
import io.kintsugi.worker.exchange.BatchStorage;
import io.kintsugi.worker.task.CapturedState;
import io.kintsugi.worker.task.Progress;
import io.kintsugi.worker.task.Task;
import io.kintsugi.worker.task.TaskBegin;
import io.kintsugi.worker.task.TaskSpec;
import io.kintsugi.worker.task.TaskTimes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs a whole job in the calling thread, on the tasks and channels that run in production, with a clock that moves only
 * when nothing else can. The same job takes the same course each time.
 *
 * <p>What a user's function throws comes out of {@link #runToEnd} or {@link #run} and names its step.
 */
public final class JobTestDriver implements AutoCloseable {
    private static final long TICK_NS = Duration.ofMillis(1).toNanos();
    private static final TaskTimes NO_TIMES = new TaskTimes(0, 0, 0);
    private static final int SINK_FLUSH_MS = 1_000;
    /** So long, by the job's clock, a checkpoint may take. */
    private static final Duration CHECKPOINT_MAX = Duration.ofMinutes(10);

    private final Map<TaskId, Task> tasks = new TreeMap<>();
    private final Map<TaskId, AttemptId> attempts = new TreeMap<>();
    private final Map<TaskId, Progress> progress = new TreeMap<>();
    private final MemoryPartitions partitions = new MemoryPartitions();
    private final Queue<Delivery> underWay = new ArrayDeque<>();
    private final JobId id;
    private final Plan plan;
    private final ChannelSettings channels;
    private final @Nullable Checkpointing rules;
    private final Recovery recovery;
    private final List<LossRange> losses = new ArrayList<>();
    private final DriverCheckpoints checkpoints;
    private final Supersteps supersteps;
    private long nowNs;
    private boolean committedAll;

    /** A frame on its way to a task. */
    private record Delivery(TaskId to, Frame frame) {}

    private JobTestDriver(Job job, ChannelSettings channels) {
        this.id = new JobId(job.name(), 1);
        this.plan = Plan.of(job.graph());
        this.channels = channels;
        this.rules = job.graph().checkpointing().orElse(null);
        this.recovery = job.graph().recovery();
        this.checkpoints = new DriverCheckpoints(id, plan);
        this.supersteps = new Supersteps(new Supersteps.Job(id, new Term(1), plan, StoredCheckpoints.none()));
    }

    /** Opens and connects all tasks of the job. A checkpoint is taken when {@link #checkpoint} asks for it, whatever the job's interval. */
    public static JobTestDriver start(Job job) {
        return start(job, ChannelSettings.defaults());
    }

    /** With channels as small or as large as the test wants them. */
    public static JobTestDriver start(Job job, ChannelSettings channels) {
        JobTestDriver driver = new JobTestDriver(job, channels);
        driver.begin(driver.plan.tasks(), driver::together);
        return driver;
    }

    /** Makes new attempts, and connects them with each other and with those that live on. */
    private void begin(Collection<TaskId> those, Function<TaskId, RestorePoint> restore) {
        for (TaskId task : those) {
            AttemptId before = attempts.get(task);
            AttemptId attempt = before == null ? AttemptId.first(task) : before.next();
            RestorePoint from = restore.apply(task);
            Task made = make(attempt, from);
            attempts.put(task, attempt);
            tasks.put(task, made);
            progress.remove(task);
            checkpoints.open(task, made, from);
        }
        for (TaskId task : those) {
            plan.inputs(task).forEach(this::connect);
            plan.outputs(task).stream()
                    .filter(output -> !those.contains(plan.consumer(output)))
                    .forEach(this::connect);
        }
    }

    /** What a task begins with that begins together with others. */
    private RestorePoint together(TaskId task) {
        return plan.iteration(task.vertex()).isPresent() ? supersteps.begins(task) : checkpoints.complete(task);
    }

    private void connect(ChannelId channel) {
        TaskId consumer = plan.consumer(channel);
        TaskId producer = plan.producer(channel);
        if (supersteps.need(consumer, producer) == Supersteps.Need.READS) {
            task(consumer).connect(channel, attempt(producer).number(), nowNs);
        }
    }

    /** Begins the next superstep of each iteration whose last one is complete. */
    private void iterate() {
        for (Supersteps.Completed completed : supersteps.advance(this::finished, 0)) {
            for (TaskId task : completed.next()) {
                task(task).close();
                task(task).discardPartitions();
            }
            underWay.removeIf(delivery -> completed.next().contains(delivery.to()));
            begin(completed.next(), this::together);
        }
    }

    private Optional<AttemptId> finished(TaskId task) {
        return progress.get(task) == Progress.FINISHED ? Optional.of(attempt(task)) : Optional.empty();
    }

    private Task make(AttemptId attempt, RestorePoint from) {
        TaskSpec spec = new TaskSpec(
                id,
                plan,
                attempt,
                channels,
                WatermarkSettings.exact(),
                SINK_FLUSH_MS,
                TaskSpec.Checkpoints.of(rules, from),
                recovery.absentConsumer(),
                TaskBegin.of(id, attempt, from),
                plan.isBatch() ? partitions : BatchStorage.none());
        return new Task(spec, channel -> wire(attempt.task(), channel));
    }

    private AttemptId attempt(TaskId task) {
        AttemptId attempt = attempts.get(task);
        if (attempt == null) {
            throw new IllegalArgumentException("no task " + task + "; there are " + attempts.keySet());
        }
        return attempt;
    }

    /**
     * Runs until all tasks have stored their state, and has sinks commit it. Does nothing once the job has ended.
     *
     * @throws IllegalStateException for a job that is not {@code checkpointed}, and when it takes more than 10 minutes by the job's clock
     */
    public void checkpoint() {
        if (rules == null) {
            throw new IllegalStateException("the job takes no checkpoints: say checkpointed(...) when it is built");
        }
        long untilNs = nowNs + CHECKPOINT_MAX.toNanos();
        int ended = trigger();
        while (!checkpoints.missing().isEmpty()) {
            if (nowNs >= untilNs) {
                throw new IllegalStateException("the checkpoint is not complete after %s: it waits for %s; tasks: %s"
                        .formatted(CHECKPOINT_MAX, checkpoints.missing(), progress));
            }
            step();
            if (checkpoints.endedCount() > ended) { // It may have ended before the barrier: nobody knows.
                ended = trigger();
            }
        }
        complete();
    }

    /** Returns how many tasks have ended by then. */
    private int trigger() {
        long number = checkpoints.begin();
        tasks.values().forEach(task -> task.trigger(number, false));
        return checkpoints.endedCount();
    }

    private void complete() {
        long number = checkpoints.complete();
        tasks.values().forEach(task -> task.complete(number));
    }

    /**
     * Makes a task fail between two of its steps. What begins anew with it is what the job's recovery says: all that are
     * connected with it, from the last {@link #checkpoint}; or a few, each from the last state that it has stored, while the
     * others go on. Whatever has stored nothing begins with nothing.
     */
    public void failTask(TaskId failed) {
        attempt(failed);
        Set<TaskId> restarting = FailoverStrategy.of(recovery.strategy(), plan).restartedWith(List.of(failed));
        boolean together = FailoverStrategy.isExact(recovery.strategy(), plan, failed);
        Map<TaskId, ChannelPositions> lastWords = new TreeMap<>();
        for (TaskId task : restarting) {
            lastWords.put(task, task(task).lastWords(false));
            losses.addAll(task(task).takeLosses());
            task(task).close();
        }
        underWay.removeIf(delivery -> restarting.contains(delivery.to()));
        leaveAlone(restarting);
        begin(
                restarting,
                task -> together
                        ? together(task)
                        : checkpoints.newest(task, lastWords.getOrDefault(task, ChannelPositions.none())));
    }

    /** Those that live on go on without these. */
    private void leaveAlone(Set<TaskId> gone) {
        tasks.forEach((id, task) -> {
            if (!gone.contains(id)) {
                gone.forEach(peer -> task.detach(attempt(peer), nowNs));
            }
        });
    }

    /** What failures have cost so far, see {@link Recovery.Strategy}; nothing where all that is connected goes back together. */
    public LossTotals losses() {
        return LossSum.of(losses);
    }

    private FrameSink wire(TaskId from, ChannelId channel) {
        TaskId consumer = plan.consumer(channel);
        TaskId to = consumer.equals(from) ? plan.producer(channel) : consumer;
        return frame -> underWay.add(new Delivery(to, frame));
    }

    /** Runs until every task has ended. Throws {@link IllegalStateException} when that takes more than {@code limit}. */
    public void runToEnd(Duration limit) {
        long untilNs = nowNs + limit.toNanos();
        while (!finished()) {
            if (nowNs >= untilNs) {
                throw new IllegalStateException(
                        "the job has not ended after %s; its tasks: %s".formatted(limit, progress));
            }
            step();
        }
    }

    /** Runs for so long by the job's clock. */
    public void run(Duration time) {
        long untilNs = nowNs + time.toNanos();
        while (nowNs < untilNs) {
            step();
        }
    }

    /** Ends the input of all sources. */
    public void drain() {
        tasks.values().forEach(Task::drain);
    }

    public boolean finished() {
        return rules == null
                ? progress.size() == tasks.size()
                        && progress.values().stream().allMatch(state -> state == Progress.FINISHED)
                : committedAll;
    }

    /** Counters of a task; its times are 0, since this clock does not run while a task works. */
    public TaskCounters counters(TaskId task) {
        return task(task).counters(NO_TIMES);
    }

    /** Closes all functions. */
    @Override
    public void close() {
        tasks.values().forEach(Task::close);
    }

    private Task task(TaskId id) {
        Task task = tasks.get(id);
        if (task == null) {
            throw new IllegalArgumentException("no task " + id + "; there are " + tasks.keySet());
        }
        return task;
    }

    /** Lets every task work once; moves the clock by a millisecond when none can. */
    public void step() {
        boolean worked = false;
        for (Map.Entry<TaskId, Task> entry : tasks.entrySet()) {
            Progress now = entry.getValue().step(nowNs);
            CapturedState captured = entry.getValue().takeCaptured();
            if (captured != null) {
                double measure = captured.measure();
                boolean superstep = captured.isSuperstep();
                StateVersion stored = checkpoints.store(attempt(entry.getKey()), captured);
                if (superstep) {
                    supersteps.stored(stored, measure);
                }
            }
            losses.addAll(entry.getValue().takeLosses());
            progress.put(entry.getKey(), now);
            worked |= now == Progress.WORKED;
        }
        worked |= deliver();
        iterate();
        if (!committedAll && checkpoints.haveAllEnded()) {
            committedAll = true;
            checkpoints.begin();
            complete();
        }
        if (!worked) {
            nowNs += TICK_NS;
            tasks.values().forEach(task -> task.tick(nowNs));
            deliver();
        }
    }

    private boolean deliver() {
        boolean any = !underWay.isEmpty();
        for (Delivery next = underWay.poll(); next != null; next = underWay.poll()) {
            task(next.to()).receive(next.frame(), nowNs);
        }
        return any;
    }
}
