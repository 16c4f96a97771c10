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
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.recovery.RestartStrategy;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A function in an endless loop, with the limits that a node has by default. */
final class StuckIT extends OnEmbeddedNode {
    private static final Duration LIMIT = Duration.ofSeconds(40);
    private static final long POISON = 5_000;
    private static final Set<Long> WRITTEN = ConcurrentHashMap.newKeySet();
    private static volatile boolean spinning;
    private static volatile boolean always;

    @BeforeEach
    void start() {
        spinning = true;
    }

    @AfterEach
    void stop() {
        spinning = false;
    }

    @Test
    void aStuckTaskIsReplacedAndTheRecordThatHeldItDoesNotComeAgain() throws Exception {
        always = false;
        await(kintsugi.client().submit(new Submission("spin", SpinJob.class.getName(), Map.of(), null)));

        await().atMost(LIMIT).until(() -> job().restarts() == 1 && job().state() == JobState.RUNNING);
        await().atMost(LIMIT).until(() -> WRITTEN.stream().anyMatch(value -> value > POISON + 1_000));

        RecoveryStatus recovery = await(kintsugi.client().recoveries("spin")).get(0);
        assertThat(recovery.failed()).hasSize(1);
        assertThat(recovery.cause().message()).contains("stuck: task spin[", "left behind at");
        RecoveryStatus told = await(kintsugi.client().recovery("spin", recovery.id()));
        assertThat(told.cause().trace()).contains("StuckIT.spin");
        assertThat(job().failure()).isNull(); // It has recovered from that.
        assertThat(WRITTEN).doesNotContain(POISON);
        assertThat(recovery.loss().lost()).isPositive();
        assertThat(job().restarts()).isEqualTo(1);
        await(kintsugi.stop("spin", StopMode.NOW));
        assertThat(await(kintsugi.ended("spin", LIMIT.toMillis())).state()).isEqualTo(JobState.STOPPED);
    }

    @Test
    void aForcedStopEndsAJobWithinTenSecondsWhoseTasksAllHang() throws Exception {
        always = true;
        await(kintsugi.client().submit(new Submission("spin", SpinJob.class.getName(), Map.of(), null)));
        await().atMost(LIMIT).until(() -> job().state() == JobState.RUNNING);

        await(kintsugi.stop("spin", StopMode.NOW));
        await(kintsugi.stop("spin", StopMode.FORCE));

        assertThat(await(kintsugi.ended("spin", TimeUnit.SECONDS.toMillis(10))).state())
                .isEqualTo(JobState.STOPPED);
    }

    private JobStatus job() throws Exception {
        return await(kintsugi.job("spin"));
    }

    /** Spins at one record, or at each. */
    private static Long spin(Long value) {
        while (spinning && (value == POISON || (always && value > 100))) {
            Thread.onSpinWait();
        }
        return value;
    }

    public static final class SpinJob implements JobBuilder {
        @Override
        public Job build(JobParameters parameters) {
            GeneratorSource<Long> numbers =
                    GeneratorSource.of(index -> index).records(1_000_000_000).rate(4_000);
            JobDraft job = Job.named("spin");
            job.source("read", numbers)
                    .outputType(Long.class)
                    .rebalance()
                    .map("spin", StuckIT::spin)
                    .outputType(Long.class)
                    .parallelism(2)
                    .rebalance()
                    .sink("keep", context -> (value, timestamp) -> WRITTEN.add(value));
            return job.recovery(Recovery.task()
                            .restart(RestartStrategy.fixedDelay(10, Duration.ofMillis(1)))
                            .lossBudget(LossBudget.unlimited()))
                    .build();
        }
    }
}
