package io.kintsugi.bench.jmh;

import io.kintsugi.bench.workload.Bid;
import io.kintsugi.bench.workload.BidGenerator;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What making one record costs: the part of every whole-job figure that no engine can save. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class BidGeneratorBench {
    private final BidGenerator generator = new BidGenerator(42);
    private long next;

    /** The record escapes, as it does where it is put into a batch. */
    @Benchmark
    public Bid escaping() {
        return generator.record(next++);
    }

    /** The record stays in registers, as it does in a chain that the compiler inlines. */
    @Benchmark
    public long inlined() {
        return generator.record(next++).price;
    }
}
