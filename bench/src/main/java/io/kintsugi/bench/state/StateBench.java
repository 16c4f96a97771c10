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
 * captured and written. A pause is the time that a batch of changes takes: by the clock, and what of that was collection of
 * garbage, and time in which the task itself was busy. The rest is what other threads and processes had of the cores.
 */
public final class StateBench {
    private static final double TARGET_MS = 50;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final List<GarbageCollectorMXBean> COLLECTORS =
            ManagementFactory.getGarbageCollectorMXBeans().stream()
                    .filter(each -> !each.getName().matches(".*(Cycles|Concurrent).*"))
                    .toList();
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

    /** What the batches of a while took, in nanoseconds; collections come in whole milliseconds. */
    private static final class Pauses {
        private final Histogram clock = new Histogram(3);
        private final Histogram busy = new Histogram(3);
        private final Histogram collected = new Histogram(3);
        private final Histogram own = new Histogram(3);
        private String longest = "";

        void add(long clockNs, long busyNs, long collectedMs) {
            if (clockNs > clock.getMaxValue()) {
                longest = "%.1f ms = %d ms of collection + %.1f ms busy + %.1f ms without a core"
                        .formatted(
                                clockNs / 1e6,
                                collectedMs,
                                busyNs / 1e6,
                                Math.max(0, (clockNs - busyNs) / 1e6 - collectedMs));
            }
            clock.recordValue(clockNs);
            busy.recordValue(busyNs);
            collected.recordValue(TimeUnit.MILLISECONDS.toNanos(collectedMs));
            own.recordValue(Math.min(clockNs, busyNs + TimeUnit.MILLISECONDS.toNanos(collectedMs)));
        }

        /** Without the time in which others had the cores. */
        double longestOwnMs() {
            return own.getMaxValue() / 1e6;
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
        Pauses all = new Pauses();
        for (int i = 1; i <= checkpoints; i++) {
            Pauses one = bench.checkpoint(store, i);
            all.clock.add(one.clock);
            all.own.add(one.own);
        }
        say(
                "longest pause in %d checkpoints: %.1f ms by the clock, %.1f ms of collection and busy (target: below %.0f ms)",
                checkpoints, all.longestMs(), all.longestOwnMs(), TARGET_MS);
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
        long collected = pausedMs();
        long clock = System.nanoTime();
        long busy = THREADS.getCurrentThreadCpuTime();
        work.run();
        busy = THREADS.getCurrentThreadCpuTime() - busy;
        clock = System.nanoTime() - clock;
        pauses.add(clock, busy, pausedMs() - collected);
    }

    private Pauses checkpoint(SnapshotStore store, int number) {
        VersionId id = new VersionId(new JobId("bench", 1), AttemptId.first(new TaskId("train", 0)), number);
        Pauses pauses = new Pauses();
        long pausedMs = pausedMs();
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
                number, captureMs, bytes >> 20, seconds, pausedMs() - pausedMs);
        report("checkpoint " + number, pauses);
        store.delete(id);
        return pauses;
    }

    /** For how long collections have stopped the threads; what collectors do beside them does not count. */
    private static long pausedMs() {
        long sum = 0;
        for (GarbageCollectorMXBean each : COLLECTORS) {
            sum += each.getCollectionTime();
        }
        return sum;
    }

    private static void report(String when, Pauses pauses) {
        say(
                "%s: %,.0f changes/s; pauses: 99.9 %% %.2f ms, longest %s; longest of collection %.0f ms, busy %.1f ms",
                when,
                1e9 * BATCH / pauses.clock.getMean(),
                pauses.clock.getValueAtPercentile(99.9) / 1e6,
                pauses.longest,
                pauses.collected.getMaxValue() / 1e6,
                pauses.busy.getMaxValue() / 1e6);
    }

    private static void say(String format, Object... arguments) {
        System.out.println(String.format(Locale.ROOT, format, arguments));
    }
}
