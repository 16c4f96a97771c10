package io.kintsugi.bench.jmh;

import io.kintsugi.bench.workload.Out;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.type.RecordType;
import io.kintsugi.worker.state.GroupRange;
import io.kintsugi.worker.state.KeyedCodecs;
import io.kintsugi.worker.state.KeyedState;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The state of W2 for one record: its key becomes the current one, its running sum is read, changed in place and written. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // JMH calls fill first.
public class KeyedStateBench {
    private static final int RECORDS = 1 << 16;
    private static final ValueStateSpec<Out> SUMS = ValueStateSpec.of("sums", Out.class);

    @Param({"10000", "1000000"})
    private int keys;

    /** Whether the job has checkpoints: then values are copied once after each, and the table has to look. */
    @Param({"false", "true"})
    private boolean checkpointed;

    private final Long[] records = new Long[RECORDS];
    private KeyedState state;
    private ValueState<Out> sums;
    private int next;

    @Setup
    public void fill() {
        KeyedCodecs codecs = checkpointed ? new KeyedCodecs(RecordType.of(Long.class), Map.of()) : null;
        state = new KeyedState(
                "count",
                GroupRange.of(0, 1, 128),
                new KeyedState.Shape(List.of(SUMS), List.of(), List.of(), codecs),
                () -> 0);
        sums = state.value(SUMS);
        for (long key = 0; key < keys; key++) {
            state.key(key);
            sums.set(new Out(key, 0, 0, 0));
        }
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < RECORDS; i++) {
            records[i] = random.nextLong(keys);
        }
    }

    @Benchmark
    public Out runningSum() {
        state.key(records[next++ & (RECORDS - 1)]);
        Out total = sums.get();
        if (total == null) {
            throw new IllegalStateException("every key was filled");
        }
        total.count++;
        total.sum += next;
        sums.set(total);
        return total;
    }
}
