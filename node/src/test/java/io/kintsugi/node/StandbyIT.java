package io.kintsugi.node;

import static io.kintsugi.node.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kintsugi.cluster.client.KintsugiClient.Submission;
import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobBuilder;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.JobParameters;
import io.kintsugi.core.function.ListState;
import io.kintsugi.core.function.ListStateSpec;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.model.CheckpointState;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.recovery.RestartStrategy;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A task that fails when nothing can be opened any more: only an instance that stood by can take its place. */
final class StandbyIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final AtomicInteger OPENINGS = new AtomicInteger();
    private static final AtomicInteger OPEN = new AtomicInteger();
    private static final CountDownLatch MODEL_SERVER = new CountDownLatch(1);
    private static final List<String> BEGUN = new CopyOnWriteArrayList<>();
    private static final List<String> PROCESSED_BY = new CopyOnWriteArrayList<>();

    @Test
    void theTaskWorksAgainWithItsStateAndOpensNothing() throws Exception {
        Vertx vertx = Vertx.vertx();
        Kintsugi kintsugi = await(Kintsugi.embedded(vertx));
        try {
            await(kintsugi.client().submit(new Submission("train", TrainJob.class.getName(), Map.of(), null)));
            await().atMost(LIMIT).until(() -> OPEN.get() == 3);
            long told = completed(kintsugi);
            await().atMost(LIMIT).until(() -> completed(kintsugi) > told + 1); // So the leader knows of the spare.

            await(kintsugi.client().failTask("train", TaskId.parse("train[0]")));

            await().atMost(LIMIT).until(() -> PROCESSED_BY.contains("0@2"));
            assertThat(OPEN).hasValue(3);
            assertThat(BEGUN).containsExactlyInAnyOrder("0@1 new", "1@1 new", "0@2 trained");
            await().atMost(LIMIT).until(() -> OPENINGS.get() == 4); // The next one is to stand by.
        } finally {
            MODEL_SERVER.countDown();
            await(kintsugi.stop("train", StopMode.NOW));
            await(kintsugi.ended("train", LIMIT.toMillis()));
            await(kintsugi.close());
            await(vertx.close());
        }
    }

    private static long completed(Kintsugi kintsugi) throws Exception {
        return await(kintsugi.client().checkpoints("train")).stream()
                .filter(status -> status.state() == CheckpointState.COMPLETED)
                .mapToLong(status -> status.checkpoint())
                .max()
                .orElse(0);
    }

    /** Trains with two subtasks, and one that stands by. */
    public static final class TrainJob implements JobBuilder {
        @Override
        public Job build(JobParameters parameters) {
            GeneratorSource<Long> numbers =
                    GeneratorSource.of(index -> index).records(1_000_000).rate(1_000);
            JobDraft job = Job.named("train");
            job.source("read", numbers)
                    .outputType(Long.class)
                    .parallelism(1)
                    .rebalance()
                    .process("train", Trainer::new)
                    .outputType(Long.class)
                    .parallelism(2)
                    .standby(1)
                    .rebalance()
                    .sink("drop", context -> (value, timestamp) -> {})
                    .parallelism(1);
            return job.checkpointed(Duration.ofMillis(100))
                    .recovery(Recovery.task()
                            .restart(RestartStrategy.fixedDelay(10, Duration.ofMillis(1)))
                            .lossBudget(LossBudget.unlimited()))
                    .build();
        }
    }

    private static final class Trainer implements ProcessFunction<Long, Long> {
        private static final ListStateSpec<Long> MODEL = ListStateSpec.of("model", Long.class);

        private @Nullable ListState<Long> model;

        @Override
        public List<ListStateSpec<?>> states() {
            return List.of(MODEL);
        }

        @Override
        public void open(ProcessContext context) throws Exception {
            model = context.state(MODEL);
            if (OPENINGS.incrementAndGet() > 3) {
                MODEL_SERVER.await();
            }
            OPEN.incrementAndGet();
        }

        @Override
        public void begin(ProcessContext context) {
            BEGUN.add("%d@%d %s"
                    .formatted(context.subtask(), context.attempt(), model.get().isEmpty() ? "new" : "trained"));
        }

        @Override
        public void process(Long value, ProcessContext context, Output<Long> out) {
            model.set(List.of(value));
            String by = context.subtask() + "@" + context.attempt();
            if (!PROCESSED_BY.contains(by)) {
                PROCESSED_BY.add(by);
            }
            out.emit(value);
        }
    }
}
