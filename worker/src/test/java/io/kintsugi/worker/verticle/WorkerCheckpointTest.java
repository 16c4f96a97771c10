package io.kintsugi.worker.verticle;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.function.TwoPhaseSinkWriter;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.WorkerEvent.CheckpointAcked;
import io.kintsugi.core.protocol.WorkerEvent.CheckpointDeclined;
import io.kintsugi.core.protocol.WorkerEvent.StateUnreadable;
import io.kintsugi.core.protocol.WorkerEvent.TaskDeployed;
import io.kintsugi.core.protocol.WorkerEvent.TaskEnded;
import io.kintsugi.core.protocol.WorkerEvent.TaskFailed;
import io.kintsugi.core.protocol.WorkerEvent.TaskFinished;
import io.kintsugi.core.protocol.WorkerEvent.TaskRunning;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.core.snapshot.StateVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerCheckpointTest {
    private static final long RECORDS = 20_000;
    /** Two sources and a sink; the step between them keeps nothing. */
    private static final int ACKNOWLEDGING = 3;

    /** What the sink shows, and what it has prepared by name: the world outside of the tasks. */
    private final Queue<Long> visible = new ConcurrentLinkedQueue<>();

    private final Map<String, List<Long>> hidden = new ConcurrentHashMap<>();
    private final CountDownLatch opening = new CountDownLatch(1);
    private volatile long readUpTo = RECORDS / 2;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void goesOnFromACheckpointAndShowsEveryRecordOnce(boolean blocking) {
        opening.countDown();
        try (WorkerFixture worker = new WorkerFixture(job(blocking), ChannelSettings.defaults())) {
            worker.deployAll();
            worker.connectAll();
            worker.awaitCount(TaskRunning.class, worker.tasks());

            worker.trigger(1);
            worker.trigger(1);
            worker.awaitCount(CheckpointAcked.class, ACKNOWLEDGING);
            worker.complete(1);
            readUpTo = RECORDS / 4 * 3;
            worker.trigger(2);
            worker.awaitCount(CheckpointAcked.class, 2L * ACKNOWLEDGING);

            worker.restartAll(1);
            readUpTo = RECORDS;
            worker.awaitCount(TaskEnded.class, worker.tasks());
            worker.finish(3);
            worker.awaitCount(TaskFinished.class, worker.tasks());

            assertThat(visible.stream().sorted())
                    .containsExactlyElementsOf(
                            LongStream.range(0, RECORDS).boxed().toList());
            assertThat(worker.count(CheckpointAcked.class)).isEqualTo(2L * ACKNOWLEDGING);
            assertThat(worker.count(TaskFailed.class)).isZero();
        }
    }

    @Test
    void endsOnceMoreAfterARestartFromTheEnd() {
        opening.countDown();
        readUpTo = RECORDS;
        try (WorkerFixture worker = new WorkerFixture(job(false), ChannelSettings.defaults())) {
            worker.deployAll();
            worker.connectAll();
            worker.awaitCount(TaskEnded.class, worker.tasks());
            assertThat(visible).isEmpty();

            worker.restartAll(9);
            worker.awaitCount(TaskEnded.class, 2L * worker.tasks());
            worker.finish(9);
            worker.awaitCount(TaskFinished.class, worker.tasks());

            assertThat(visible.stream().sorted())
                    .containsExactlyElementsOf(
                            LongStream.range(0, RECORDS).boxed().toList());
        }
    }

    @Test
    void declinesAtOnceWhileASourceIsBeingDeployed() {
        try (WorkerFixture worker = new WorkerFixture(job(false), ChannelSettings.defaults())) {
            TaskId source = new TaskId("numbers", 0);
            worker.deploy(source, RestorePoint.empty());

            worker.trigger(1);

            Awaitility.await().atMost(Duration.ofMillis(500)).until(() -> worker.count(CheckpointDeclined.class) == 2);
            assertThat(worker.events)
                    .extracting(event -> event instanceof CheckpointDeclined declined ? declined.reason() : "")
                    .contains("it is being deployed", "it is not on this worker");
            opening.countDown();
            worker.awaitCount(TaskDeployed.class, 1);
        }
    }

    @Test
    void declinesWhatItCannotStoreAndGoesOn() {
        opening.countDown();
        try (WorkerFixture worker = new WorkerFixture(job(false), ChannelSettings.defaults())) {
            worker.deployAll();
            worker.connectAll();
            worker.awaitCount(TaskRunning.class, worker.tasks());

            worker.storeBroken = true;
            worker.trigger(1);
            worker.awaitCount(CheckpointDeclined.class, ACKNOWLEDGING);
            worker.storeBroken = false;
            worker.trigger(2);
            worker.awaitCount(CheckpointAcked.class, ACKNOWLEDGING);

            assertThat(worker.events)
                    .filteredOn(CheckpointDeclined.class::isInstance)
                    .allSatisfy(event ->
                            assertThat(((CheckpointDeclined) event).storage()).isTrue())
                    .allSatisfy(event ->
                            assertThat(((CheckpointDeclined) event).reason()).contains("disk full"));
        }
    }

    @Test
    void beginsWithNoStateThatIsDamagedAndNamesIt() {
        opening.countDown();
        try (WorkerFixture worker = new WorkerFixture(job(false), ChannelSettings.defaults())) {
            worker.deployAll();
            worker.connectAll();
            worker.awaitCount(TaskRunning.class, worker.tasks());
            worker.trigger(1);
            worker.awaitCount(CheckpointAcked.class, ACKNOWLEDGING);
            StateVersion version = worker.events.stream()
                    .filter(CheckpointAcked.class::isInstance)
                    .map(event -> ((CheckpointAcked) event).version())
                    .findFirst()
                    .orElseThrow();
            worker.snapshots.damage(version.id());

            worker.cancelAll();
            worker.deploy(version.task(), new RestorePoint(1, List.of(version)));
            worker.awaitCount(StateUnreadable.class, 1);

            assertThat(worker.events)
                    .filteredOn(StateUnreadable.class::isInstance)
                    .singleElement()
                    .satisfies(event ->
                            assertThat(((StateUnreadable) event).version()).isEqualTo(version.id()));
            assertThat(worker.count(TaskFailed.class)).isZero();
        }
    }

    @Test
    void aTaskThatRestartsAloneBeginsWithTheCopyInMemoryOfTheVeryVersionAndElseReadsTheStore() {
        opening.countDown();
        try (WorkerFixture worker = new WorkerFixture(job(false), ChannelSettings.defaults())) {
            worker.deployAll();
            worker.connectAll();
            worker.awaitCount(TaskRunning.class, worker.tasks());
            worker.trigger(1);
            worker.awaitCount(CheckpointAcked.class, ACKNOWLEDGING);
            worker.trigger(2);
            worker.awaitCount(CheckpointAcked.class, 2 * ACKNOWLEDGING);
            List<StateVersion> versions = worker.events.stream()
                    .filter(CheckpointAcked.class::isInstance)
                    .map(event -> ((CheckpointAcked) event).version())
                    .filter(version -> version.task().equals(new TaskId("numbers", 0)))
                    .toList();
            versions.forEach(version -> worker.snapshots.damage(version.id()));
            worker.cancelAll();
            long deployed = worker.count(TaskDeployed.class);

            worker.deploy(versions.get(0).task(), alone(versions.get(0)));
            worker.awaitCount(StateUnreadable.class, 1);
            worker.cancelAll();
            worker.deploy(versions.get(1).task(), alone(versions.get(1)));

            worker.awaitCount(TaskDeployed.class, deployed + 1);
        }
    }

    private static RestorePoint alone(StateVersion version) {
        return new RestorePoint(2, List.of(version)).alone(ChannelPositions.none(), 0);
    }

    private Job job(boolean blocking) {
        JobDraft draft = Job.named("numbers").checkpointed(Duration.ofSeconds(10));
        var copies = draft.source("numbers", new Numbers())
                .parallelism(2)
                .rebalance()
                .map("copy", value -> value);
        (blocking ? copies.blocking() : copies)
                .rebalance()
                .sink("out", Parts::new)
                .parallelism(1);
        return draft.build();
    }

    /** The numbers from 0 on, every parallelism-th for each subtask, up to where the test lets it. */
    private final class Numbers implements Source<Long, Long> {
        @Override
        public SourceReader<Long, Long> reader(StepContext context) {
            return new SourceReader<>() {
                private long next = context.subtask();

                @Override
                public void open() throws InterruptedException {
                    opening.await();
                }

                @Override
                public ReadStatus read(SourceOutput<Long> out, int limit, long nowNs) {
                    for (int i = 0; i < limit && next < readUpTo; i++) {
                        out.emit(next);
                        next += context.parallelism();
                    }
                    return next < RECORDS ? ReadStatus.IDLE : ReadStatus.END;
                }

                @Override
                public Long position() {
                    return next;
                }

                @Override
                public void seek(Long position) {
                    next = position;
                }
            };
        }
    }

    private final class Parts implements TwoPhaseSinkWriter<Long, String> {
        private final String attempt;
        private List<Long> written = new ArrayList<>();

        Parts(StepContext context) {
            attempt = "attempt-" + context.attempt();
        }

        @Override
        public Class<String> preparedType() {
            return String.class;
        }

        @Override
        public void recover(List<String> prepared) {
            hidden.keySet().retainAll(prepared);
        }

        @Override
        public void write(Long value, long timestamp) {
            written.add(value);
        }

        @Override
        public List<String> prepare(long checkpoint) {
            String name = attempt + "/" + checkpoint;
            hidden.put(name, written);
            written = new ArrayList<>();
            return List.of(name);
        }

        @Override
        public void commit(List<String> prepared) {
            for (String name : prepared) {
                List<Long> part = hidden.remove(name);
                if (part != null) {
                    visible.addAll(part);
                }
            }
        }
    }
}
