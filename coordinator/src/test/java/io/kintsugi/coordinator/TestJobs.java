package io.kintsugi.coordinator;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.function.ListStateSpec;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.function.Until;
import io.kintsugi.core.graph.ExecutionMode;
import io.kintsugi.core.graph.JobGraph;
import java.time.Duration;
import java.util.List;

/** Graphs to plan; nobody runs them here. */
public final class TestJobs {
    private TestJobs() {}

    /** read(readers) -> rebalance -> work(workers) -> write(writers), which are three chains. */
    public static JobGraph graph(int readers, int workers, int writers) {
        return draft("write", readers, workers, writers).build().graph();
    }

    /** The same, with checkpoints. */
    public static JobGraph checkpointed(int readers, int workers, int writers, Duration interval) {
        return draft("write", readers, workers, writers)
                .checkpointed(interval)
                .build()
                .graph();
    }

    /** read(1) -> work(2) -> write(1) with checkpoints; the subtasks of work begin with a list of all of them. */
    public static JobGraph sharing() {
        JobDraft job = Job.named("clicks").checkpointed(Duration.ofSeconds(10));
        job.source("read", new Numbers())
                .rebalance()
                .process("work", Sharing::new)
                .parallelism(2)
                .rebalance()
                .sink("write", new Nowhere())
                .parallelism(1);
        return job.build().graph();
    }

    /** read(1) -> loop-start -> work -> loop -> write in batch mode; records measure 1 each. */
    public static JobGraph iterating(int parallelism, double limit, int supersteps) {
        JobDraft job = Job.named("clicks").mode(ExecutionMode.BATCH);
        job.iterate(
                        "loop",
                        job.source("read", new Numbers(true)),
                        numbers -> numbers.map("work", number -> number + 1),
                        Until.<Long>sumAtMost(limit, number -> 1).orSupersteps(supersteps))
                .parallelism(parallelism)
                .sink("write", new Nowhere());
        return job.build().graph();
    }

    private static final class Sharing implements ProcessFunction<Long, Long> {
        @Override
        public List<StateSpec> states() {
            return List.of(ListStateSpec.shared("seen", Long.class));
        }

        @Override
        public void process(Long value, ProcessContext context, Output<Long> out) {
            out.emit(value);
        }
    }

    /** One task each, with checkpoints, and with another name for the sink. */
    public static JobGraph renamed() {
        return draft("store", 1, 1, 1).checkpointed(Duration.ofHours(1)).build().graph();
    }

    /** read(2) -> work(2) -> write(1), with one instance of work that stands by. */
    public static JobGraph standingBy() {
        return draft("write", 2, 2, 1, 1).build().graph();
    }

    private static JobDraft draft(String sink, int readers, int workers, int writers) {
        return draft(sink, readers, workers, writers, 0);
    }

    private static JobDraft draft(String sink, int readers, int workers, int writers, int standby) {
        JobDraft job = Job.named("clicks");
        job.source("read", new Numbers())
                .parallelism(readers)
                .rebalance()
                .map("work", (Long number) -> number + 1)
                .outputType(Long.class)
                .parallelism(workers)
                .standby(standby)
                .rebalance()
                .sink(sink, new Nowhere())
                .parallelism(writers);
        return job;
    }

    /** read -> write and read-too -> write-too, which share a job and nothing else. */
    public static JobGraph twoRegions() {
        JobDraft job = Job.named("clicks");
        job.source("read", new Numbers())
                .rebalance()
                .sink("write", new Nowhere())
                .parallelism(2);
        job.source("read-too", new Numbers())
                .rebalance()
                .sink("write-too", new Nowhere())
                .parallelism(2);
        return job.build().graph();
    }

    record Numbers(boolean bounded) implements Source<Long, Long> {
        Numbers() {
            this(false);
        }

        @Override
        public SourceReader<Long, Long> reader(StepContext context) {
            return new SourceReader<>() {
                @Override
                public ReadStatus read(SourceOutput<Long> out, int limit, long nowNs) {
                    return ReadStatus.END;
                }

                @Override
                public Long position() {
                    return 0L;
                }

                @Override
                public void seek(Long position) {}
            };
        }
    }

    static final class Nowhere implements Sink<Long> {
        @Override
        public SinkWriter<Long> writer(StepContext context) {
            return (value, timestamp) -> {};
        }
    }
}
