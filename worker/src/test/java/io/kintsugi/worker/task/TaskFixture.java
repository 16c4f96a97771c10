package io.kintsugi.worker.task;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.config.WatermarkSettings;
import io.kintsugi.core.element.Barrier;
import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.Element;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.element.Idle;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.MemorySnapshotStore;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import io.kintsugi.worker.channel.Frame;
import io.kintsugi.worker.channel.FrameSink;
import io.kintsugi.worker.channel.InputChannel;
import io.kintsugi.worker.channel.OutputChannel;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * One task of a real job with the test in the place of its peers. What comes to it, and what it passes on, is written as
 * words: {@code 1:a} for record a on input 1, and for the elements {@code |5} and {@code |5@70} a barrier, without and with
 * a timestamp, {@code ~70} a watermark, {@code idle}, {@code end}. The word {@code abort5} aborts a checkpoint,
 * {@code trigger5} triggers one,
 * {@code complete5} completes one.
 */
final class TaskFixture {
    private static final JobId JOB = new JobId("stories", 1);

    final Task task;
    final List<StateVersion> stored = new ArrayList<>();
    private final Plan plan;
    private final AttemptId attempt;
    private final Begin begin;
    private final List<OutputChannel> producers = new ArrayList<>();
    private final Map<ChannelId, InputChannel> consumers = new TreeMap<>();
    private final Queue<Runnable> underWay = new ArrayDeque<>();
    private final List<String> passedOn = new ArrayList<>();
    private boolean consuming = true;
    private long nowNs;

    TaskFixture(Job job, String vertex, TaskSpec.Checkpoints checkpoints) {
        this(job, vertex, checkpoints, 32);
    }

    /** @param windowFrames that a channel takes while nobody reads */
    TaskFixture(Job job, String vertex, TaskSpec.Checkpoints checkpoints, int windowFrames) {
        this(
                Plan.of(job.graph()),
                AttemptId.first(new TaskId(vertex, 0)),
                new Begin(checkpoints, atOnce(windowFrames), new MemorySnapshotStore(), RestorePoint.empty(), false));
    }

    /** What an attempt begins with. */
    private record Begin(
            TaskSpec.Checkpoints checkpoints,
            ChannelSettings channels,
            MemorySnapshotStore store,
            RestorePoint restore,
            boolean bySpare) {
        Begin restore(boolean dropUnmatched, StateVersion newest, boolean spare) {
            RestorePoint point = new RestorePoint(checkpoints.minimum(), List.of(newest), dropUnmatched);
            return new Begin(checkpoints, channels, store, point, spare);
        }

        Begin alone(long complete) {
            RestorePoint point = restore.alone(ChannelPositions.none(), complete);
            return new Begin(TaskSpec.Checkpoints.of(checkpoints.rules(), point), channels, store, point, bySpare);
        }
    }

    private TaskFixture(Plan plan, AttemptId attempt, Begin begin) {
        this.plan = plan;
        this.attempt = attempt;
        this.begin = begin;
        ChannelSettings channels = begin.channels();
        TaskSpec spec =
                new TaskSpec(JOB, plan, attempt, channels, WatermarkSettings.exact(), 1_000, begin.checkpoints());
        task = begin.bySpare() ? new Task(spec, spare(spec), this::fromTask) : new Task(spec, this::fromTask);
        for (ChannelId input : plan.inputs(attempt.task())) {
            producers.add(new OutputChannel(input, 1, channels, toTask()));
        }
        for (ChannelId output : plan.outputs(attempt.task())) {
            consumers.put(output, new InputChannel(output, 1, channels, toTask()));
        }
        List<InputStream> versions =
                begin.restore().versions().stream().map(begin.store()::read).toList();
        if (begin.restore().versions().stream().anyMatch(StateVersion::ended)) {
            task.openEnded(versions);
        } else {
            task.open(versions, begin.restore().dropUnmatched());
        }
        plan.inputs(attempt.task()).forEach(input -> task.connect(input, 1, nowNs));
        consumers.values().forEach(consumer -> consumer.connect(attempt.number(), nowNs));
        settle();
    }

    private static TaskChain spare(TaskSpec spec) {
        TaskChain chain = TaskChain.spare(spec.chain());
        chain.open();
        return chain;
    }

    /** A new attempt that begins with the newest state that was stored. */
    TaskFixture restart() {
        return restart(plan, begin.restore(false, newest(), false));
    }

    /** The same, made of a chain that stood by. */
    TaskFixture restartBySpare() {
        return restart(plan, begin.restore(false, newest(), true));
    }

    /** As the other, with another version of the job. */
    TaskFixture restart(Job changed, boolean dropUnmatched) {
        return restart(Plan.of(changed.graph()), begin.restore(dropUnmatched, newest(), false));
    }

    /** The same while its neighbours live on. */
    TaskFixture restartAlone(long complete) {
        return restart(plan, begin.restore(false, newest(), false).alone(complete));
    }

    private TaskFixture restart(Plan of, Begin next) {
        return new TaskFixture(of, attempt.next(), next);
    }

    private StateVersion newest() {
        return stored.get(stored.size() - 1);
    }

    /** Channels on which no record waits for company. */
    private static ChannelSettings atOnce(int windowFrames) {
        ChannelSettings usual = ChannelSettings.defaults();
        return new ChannelSettings(
                windowFrames,
                usual.batchRecords(),
                usual.frameBytes(),
                usual.recordBytesMax(),
                0,
                usual.heartbeatMs(),
                usual.silenceMs());
    }

    private FrameSink toTask() {
        return frame -> underWay.add(() -> task.receive(frame, nowNs));
    }

    private FrameSink fromTask(ChannelId channel) {
        return frame -> underWay.add(() -> {
            if (frame instanceof Frame.ToConsumer) {
                consumers.get(channel).receive(frame, nowNs);
            } else {
                producers.stream()
                        .filter(producer -> producer.id().equals(channel))
                        .forEach(producer -> producer.receive(frame, nowNs));
            }
        });
    }

    /** Says words one after the other, and lets the task do what it can after each. */
    TaskFixture say(String words) {
        for (String word : words.split(" ")) {
            if (word.startsWith("abort")) {
                task.abort(Long.parseLong(word.substring(5)));
            } else if (word.startsWith("complete")) {
                task.complete(Long.parseLong(word.substring(8)));
            } else if (word.startsWith("trigger")) {
                task.trigger(Long.parseLong(word.substring(7)), false);
            } else if (word.startsWith("stop")) {
                task.trigger(Long.parseLong(word.substring(4)), true);
            } else {
                int colon = word.indexOf(':');
                write(producers.get(Integer.parseInt(word.substring(0, colon))), word.substring(colon + 1));
            }
            settle();
        }
        return this;
    }

    private static void write(OutputChannel to, String word) {
        switch (word.charAt(0)) {
            case '|' -> {
                String[] parts = word.substring(1).split("@");
                long timestamp = parts.length > 1 ? Long.parseLong(parts[1]) : Long.MIN_VALUE;
                to.write(new Barrier(Long.parseLong(parts[0]), timestamp));
            }
            case '~' -> to.write(new Watermark(Long.parseLong(word.substring(1))));
            default -> {
                if (word.equals("end")) {
                    to.write(EndOfInput.INSTANCE);
                } else if (word.equals("idle")) {
                    to.write(Idle.INSTANCE);
                } else {
                    Batch batch = new Batch(1);
                    batch.add(word, Batch.NO_TIMESTAMP);
                    to.write(batch);
                }
            }
        }
    }

    /** Whether the consumers read; else they give no more credit. */
    void consuming(boolean now) {
        consuming = now;
        settle();
    }

    /** All that the task has passed on since the last call. */
    String passedOn() {
        String all = String.join(" ", passedOn);
        passedOn.clear();
        return all;
    }

    /** Lets time go by. */
    void pass(long ms) {
        for (long i = 0; i < ms; i++) {
            nowNs += TimeUnit.MILLISECONDS.toNanos(1);
            task.tick(nowNs);
            producers.forEach(producer -> producer.tick(nowNs));
            settle();
        }
    }

    private void settle() {
        while (work() || deliver() || flush()) {
            // Until nothing moves any more.
        }
    }

    private boolean work() {
        Progress progress = task.step(nowNs);
        CapturedState captured = task.takeCaptured();
        if (captured != null) {
            store(captured);
        }
        return progress == Progress.WORKED;
    }

    private void store(CapturedState captured) {
        VersionId id = new VersionId(JOB, attempt, stored.size() + 1);
        try (captured) {
            stored.add(captured.version(
                    id, begin.store().write(id, out -> captured.state().writeTo(out))));
        }
    }

    /** So that records do not wait in the task for company. */
    private boolean flush() {
        task.tick(nowNs);
        return deliver();
    }

    private boolean deliver() {
        boolean any = !underWay.isEmpty();
        for (Runnable next = underWay.poll(); next != null; next = underWay.poll()) {
            next.run();
        }
        if (consuming) {
            consumers.values().forEach(this::read);
        }
        return any;
    }

    private void read(InputChannel consumer) {
        for (Element element = consumer.poll(); element != null; element = consumer.poll()) {
            if (element instanceof Batch batch) {
                for (int i = 0; i < batch.count(); i++) {
                    passedOn.add(batch.value(i).toString());
                }
            } else {
                passedOn.add(word(element));
            }
        }
    }

    private static String word(Element element) {
        if (element instanceof Barrier barrier) {
            return "|" + barrier.checkpoint()
                    + (barrier.timestamp() == Long.MIN_VALUE ? "" : "@" + barrier.timestamp());
        }
        if (element instanceof Watermark watermark) {
            return "~" + watermark.timestamp();
        }
        return element instanceof Idle ? "idle" : "end";
    }
}
