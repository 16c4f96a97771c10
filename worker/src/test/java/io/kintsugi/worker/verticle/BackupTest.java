package io.kintsugi.worker.verticle;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.protocol.WorkerEvent.CheckpointAcked;
import io.kintsugi.core.protocol.WorkerEvent.CheckpointDeclined;
import io.kintsugi.core.protocol.WorkerEvent.TaskRunning;
import io.kintsugi.core.recovery.Checkpointing;
import io.kintsugi.core.recovery.Recovery;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** States between barriers, of tasks whose store is slow. */
final class BackupTest {
    /** How often the state of the source was captured. */
    private final AtomicInteger captured = new AtomicInteger();

    @Test
    void statesBetweenBarriersTakeNoCheckpointItsTurnWhileTheStoreIsSlow() {
        try (WorkerFixture worker = new WorkerFixture(job(), ChannelSettings.defaults())) {
            worker.deployAll();
            worker.connectAll();
            worker.awaitCount(TaskRunning.class, worker.tasks());

            CountDownLatch held = new CountDownLatch(1);
            worker.storeHeld = held;
            awaitCaptures(TaskVersions.WRITING_MAX + 1);
            worker.trigger(1);
            awaitCaptures(2);
            held.countDown();

            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> worker.count(CheckpointAcked.class) + worker.count(CheckpointDeclined.class) > 0);
            assertThat(worker.count(CheckpointDeclined.class)).isZero();
        }
    }

    private void awaitCaptures(int more) {
        int before = captured.get();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> captured.get() >= before + more);
    }

    /** A single task: its source and its sink are chained. */
    private Job job() {
        var draft = Job.named("backups")
                .checkpointed(Checkpointing.every(Duration.ofMinutes(1)).backupInterval(Duration.ofMillis(1)))
                .recovery(Recovery.task());
        draft.source("silent", new Silent()).sink("out", context -> (SinkWriter<Long>) (value, timestamp) -> {});
        return draft.build();
    }

    /** Has nothing to say, and does not end. */
    private final class Silent implements Source<Long, Long> {
        @Override
        public SourceReader<Long, Long> reader(StepContext context) {
            return new SourceReader<>() {
                @Override
                public ReadStatus read(SourceOutput<Long> out, int limit, long nowNs) {
                    return ReadStatus.IDLE;
                }

                @Override
                public Long position() {
                    captured.incrementAndGet();
                    return 0L;
                }

                @Override
                public void seek(Long position) {}
            };
        }
    }
}
