package io.kintsugi.coordinator;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.function.KeyedCoProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.graph.JobGraph;

/** Jobs of every shape; nobody runs them here. */
public final class Topologies {
    private Topologies() {}

    /** read -> work -> write, subtask by subtask. */
    public static JobGraph chain(int parallelism) {
        JobDraft job = Job.named("chain");
        job.source("read", new TestJobs.Numbers())
                .parallelism(parallelism)
                .map("work", (Long number) -> number + 1)
                .outputType(Long.class)
                .startNewChain()
                .sink("write", new TestJobs.Nowhere())
                .startNewChain();
        return job.build().graph();
    }

    /** read -> {left, right} -> join, one task each. */
    public static JobGraph diamond() {
        JobDraft job = Job.named("diamond");
        Stream<Long> read = job.source("read", new TestJobs.Numbers());
        Stream<Long> left = read.map("left", (Long number) -> number + 1)
                .outputType(Long.class)
                .startNewChain();
        Stream<Long> right = read.map("right", (Long number) -> number + 2)
                .outputType(Long.class)
                .startNewChain();
        left.union(right).sink("join", new TestJobs.Nowhere());
        return job.build().graph();
    }

    /** read and read-too -> write. */
    public static JobGraph union() {
        JobDraft job = Job.named("union");
        Stream<Long> read = job.source("read", new TestJobs.Numbers());
        read.union(job.source("read-too", new TestJobs.Numbers())).sink("write", new TestJobs.Nowhere());
        return job.build().graph();
    }

    /** read -> join(2) over two edges: a stream that meets itself. */
    public static JobGraph selfJoin() {
        JobDraft job = Job.named("self-join");
        Stream<Long> read = job.source("read", new TestJobs.Numbers());
        read.keyBy((Long number) -> number)
                .connect(read.keyBy((Long number) -> -number))
                .process("join", Pairs::new)
                .outputType(Long.class)
                .parallelism(2)
                .sink("write", new TestJobs.Nowhere());
        return job.build().graph();
    }

    private static final class Pairs implements KeyedCoProcessFunction<Long, Long, Long, Long> {
        @Override
        public void processFirst(Long key, Long value, ProcessContext context, Output<Long> out) {
            out.emit(value);
        }

        @Override
        public void processSecond(Long key, Long value, ProcessContext context, Output<Long> out) {
            out.emit(value);
        }
    }
}
