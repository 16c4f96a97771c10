package io.kintsugi.testkit;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.config.WatermarkSettings;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.worker.channel.Frame;
import io.kintsugi.worker.channel.FrameSink;
import io.kintsugi.worker.task.Progress;
import io.kintsugi.worker.task.Task;
import io.kintsugi.worker.task.TaskSpec;
import io.kintsugi.worker.task.TaskTimes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;

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

    private final Map<TaskId, Task> tasks = new TreeMap<>();
    private final Map<TaskId, Progress> progress = new TreeMap<>();
    private final Queue<Delivery> underWay = new ArrayDeque<>();
    private final JobId id;
    private final Plan plan;
    private long nowNs;

    /** A frame on its way to a task. */
    private record Delivery(Task to, Frame frame) {}

    private JobTestDriver(Job job) {
        id = new JobId(job.name(), 1);
        this.plan = Plan.of(job.graph());
    }

    /** Opens and connects all tasks of the job. */
    public static JobTestDriver start(Job job) {
        return start(job, ChannelSettings.defaults());
    }

    /** With channels as small or as large as the test wants them. */
    public static JobTestDriver start(Job job, ChannelSettings channels) {
        JobTestDriver driver = new JobTestDriver(job);
        driver.open(channels);
        return driver;
    }

    private void open(ChannelSettings channels) {
        for (TaskId id : plan.tasks()) {
            TaskSpec spec = new TaskSpec(
                    this.id,
                    plan,
                    AttemptId.first(id),
                    channels,
                    WatermarkSettings.exact(),
                    SINK_FLUSH_MS,
                    TaskSpec.Checkpoints.none());
            tasks.put(id, new Task(spec, channel -> wire(id, channel)));
        }
        tasks.values().forEach(Task::open);
        tasks.forEach((id, task) -> plan.inputs(id).forEach(input -> task.connect(input, 1, nowNs)));
    }

    private FrameSink wire(TaskId from, ChannelId channel) {
        TaskId consumer = plan.consumer(channel);
        TaskId to = consumer.equals(from) ? plan.producer(channel) : consumer;
        return frame -> underWay.add(new Delivery(task(to), frame));
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
        return progress.size() == tasks.size()
                && progress.values().stream().allMatch(state -> state == Progress.FINISHED);
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
            progress.put(entry.getKey(), now);
            worked |= now == Progress.WORKED;
        }
        worked |= deliver();
        if (!worked) {
            nowNs += TICK_NS;
            tasks.values().forEach(task -> task.tick(nowNs));
            deliver();
        }
    }

    private boolean deliver() {
        boolean any = !underWay.isEmpty();
        for (Delivery next = underWay.poll(); next != null; next = underWay.poll()) {
            next.to().receive(next.frame(), nowNs);
        }
        return any;
    }
}
