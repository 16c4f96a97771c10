package io.kintsugi.bench.state;

import io.kintsugi.cluster.storage.FileSnapshotStore;
import io.kintsugi.cluster.storage.FileStore;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.snapshot.SnapshotStore;
import io.kintsugi.core.snapshot.VersionId;
import io.kintsugi.core.type.RecordType;
import io.kintsugi.worker.schema.Codecs;
import io.kintsugi.worker.state.KeyedCodecs;
import io.kintsugi.worker.state.KeyedState;
import io.kintsugi.worker.state.SubtaskShare;
import io.kintsugi.worker.state.TaskCapture;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/**
 * Fills the keyed state of one task, then changes it as fast as it can, in place, while checkpoint after checkpoint is
 * captured and written. A pause is the time that a batch of changes takes: once by the clock, with garbage collection and
 * whatever else runs on the machine, and once in time that the task itself was busy.
 */
public final class StateBench {
    private static final double TARGET_MS = 50;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long WARM_UP_NS = TimeUnit.SECONDS.toNanos(5);
    private static final int BATCH = 100;
    private static final int WEIGHTS = 32;
    private static final int BYTES_A_KEY =
            16 + 8 * WEIGHTS + 16 + 2 * 4 * 8 / 3; // Array, key, and its share of a table.
    private static final SubtaskShare SHARE = new SubtaskShare(0, 1, 128);
    private static final ValueStateSpec<double[]> MODELS = ValueStateSpec.of("models", double[].class);

    private final KeyedState state;
    private final ValueState<double[]> models;
    private final Codecs codecs = new Codecs();
    private final SplittableRandom random = new SplittableRandom(1);
    private final int keys;

    /** What the batches of a while took, in nanoseconds. */
    private record Pauses(Histogram clock, Histogram busy) {
        Pauses() {
            this(new Histogram(3), new Histogram(3));
        }

        double longestMs() {
            return clock.getMaxValue() / 1e6;
        }
    }

    private StateBench(int keys) {
        this.keys = keys;
        KeyedCodecs keyedCodecs = new KeyedCodecs(RecordType.of(Long.class), Map.of());
        this.state = new KeyedState(
                "train",
                SHARE.groups(),
                new KeyedState.Shape(List.of(MODELS), List.of(), List.of(), keyedCodecs),
                System::currentTimeMillis);
        this.models = state.value(MODELS);
    }

    /** Arguments: MiB of state (default 1024), checkpoints (default 5). */
    public static void main(String[] arguments) throws Exception {
        long mib = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1024;
        int checkpoints = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        StateBench bench = new StateBench((int) ((mib << 20) / BYTES_A_KEY));
        Pauses filling = new Pauses();
        bench.fill(filling);
        report("%,d keys filled".formatted(bench.keys), filling);
        Path folder = Files.createTempDirectory("kintsugi-state");
        SnapshotStore store = new FileSnapshotStore(new FileStore(folder, "bench"));
        bench.change(WARM_UP_NS, () -> false, new Pauses());
        Pauses alone = new Pauses();
        bench.change(WARM_UP_NS, () -> false, alone);
        report("no checkpoint", alone);
        double longestMs = 0;
        for (int i = 1; i <= checkpoints; i++) {
            longestMs = Math.max(longestMs, bench.checkpoint(store, i));
        }
        say("longest pause in %d checkpoints: %.1f ms (target: below %.0f ms)", checkpoints, longestMs, TARGET_MS);
    }

    private void fill(Pauses pauses) {
        for (long key = 0; key < keys; key += BATCH) {
            long first = key;
            batch(pauses, () -> {
                for (long i = first; i < Math.min(keys, first + BATCH); i++) {
                    state.key(i);
                    models.set(new double[WEIGHTS]);
                }
            });
        }
    }

    /** Changes models until it is time to stop. */
    private void change(long ns, BooleanSupplier stop, Pauses pauses) {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < ns && !stop.getAsBoolean()) {
            batch(pauses, () -> {
                for (int i = 0; i < BATCH; i++) {
                    changeOne();
                }
            });
        }
    }

    private void changeOne() {
        state.key(random.nextLong(keys));
        double[] weights = models.get();
        if (weights != null) {
            weights[random.nextInt(WEIGHTS)]++;
            models.set(weights);
        }
    }

    private static void batch(Pauses pauses, Runnable work) {
        long clock = System.nanoTime();
        long busy = THREADS.getCurrentThreadCpuTime();
        work.run();
        pauses.busy().recordValue(THREADS.getCurrentThreadCpuTime() - busy);
        pauses.clock().recordValue(System.nanoTime() - clock);
    }

    /** Returns the longest pause in milliseconds. */
    private double checkpoint(SnapshotStore store, int number) {
        VersionId id = new VersionId(new JobId("bench", 1), AttemptId.first(new TaskId("train", 0)), number);
        Pauses pauses = new Pauses();
        long collectedMs = collectedMs();
        long begun = System.nanoTime();
        TaskCapture capture = new TaskCapture(SHARE, codecs);
        batch(pauses, () -> capture.keyed("train", state));
        double captureMs = pauses.longestMs();
        CompletableFuture<SnapshotStore.Stored> writing = CompletableFuture.supplyAsync(() -> {
            try (capture) {
                return store.write(id, capture::writeTo);
            }
        });
        change(Long.MAX_VALUE, writing::isDone, pauses);
        long bytes = writing.join().bytes();
        double seconds = (System.nanoTime() - begun) / 1e9;
        say(
                "checkpoint %d: captured in %.2f ms, %,d MiB written in %.1f s, %d ms of garbage collection",
                number, captureMs, bytes >> 20, seconds, collectedMs() - collectedMs);
        report("checkpoint " + number, pauses);
        store.delete(id);
        return pauses.longestMs();
    }

    private static long collectedMs() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }

    private static void report(String when, Pauses pauses) {
        say(
                "%s: %,.0f changes/s; pauses by the clock: 99.9 %% %.2f ms, longest %.1f ms; busy: 99.9 %% %.2f ms,"
                        + " longest %.1f ms",
                when,
                1e9 * BATCH / pauses.clock().getMean(),
                pauses.clock().getValueAtPercentile(99.9) / 1e6,
                pauses.longestMs(),
                pauses.busy().getValueAtPercentile(99.9) / 1e6,
                pauses.busy().getMaxValue() / 1e6);
    }

    private static void say(String format, Object... arguments) {
        System.out.println(String.format(Locale.ROOT, format, arguments));
    }
}
