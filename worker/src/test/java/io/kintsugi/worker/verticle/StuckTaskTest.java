package io.kintsugi.worker.verticle;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.config.TaskSettings;
import io.kintsugi.core.function.MapFunction;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.WorkerCommand.CancelTask;
import io.kintsugi.core.protocol.WorkerEvent.TaskCanceled;
import io.kintsugi.core.protocol.WorkerEvent.TaskDeployed;
import io.kintsugi.core.protocol.WorkerEvent.TaskFailed;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Functions that hold their thread up, on a real worker. */
@Timeout(60)
final class StuckTaskTest {
    /** So many that each event loop has several tasks. */
    private static final int COPIES = 6 * Runtime.getRuntime().availableProcessors();

    private static final long POISON = 1_000;
    /** Longer than a thread waits for a core on a loaded machine. */
    private static final int HASTY_MS = 2_000;

    private static final TaskSettings HASTY = new TaskSettings(20, HASTY_MS, HASTY_MS, 16, 2);
    private static final int SLOW_MS = 5;
    private static final TaskSettings PATIENT = new TaskSettings(20, 600_000, 600_000, 16, 2);

    private final WrittenNumbers written = new WrittenNumbers();
    private final AtomicLong newest = new AtomicLong();
    private final CountDownLatch freed = new CountDownLatch(1);
    private final CountDownLatch inside = new CountDownLatch(1);
    private volatile boolean spinning = true;
    private @Nullable WorkerFixture open;

    @AfterEach
    void letGo() {
        spinning = false;
        freed.countDown();
        if (open != null) {
            open.close();
        }
    }

    @Test
    void givesUpATaskInAnEndlessLoopAndNamesItsThreadAndItsStack() {
        WorkerFixture worker = started(job(this::spinAtPoison), HASTY);
        worker.awaitCount(TaskFailed.class, 1);

        TaskFailed failed = failures(worker).get(0);
        assertThat(failed.failure().type()).endsWith("StuckTaskException");
        assertThat(failed.failure().message())
                .contains("stuck: task " + failed.attempt() + " took and emitted no record", "thread kintsugi-tasks-");
        assertThat(failed.failure().trace()).contains("StuckTaskTest.spinAtPoison");
        assertThat(failed.attempt().task().vertex()).isEqualTo("copy");
        assertThat(failed.last().inputs()).as("how far it had come").isNotEmpty();
        assertThat(worker.leftBehind()).isEqualTo(1);
    }

    @Test
    void letsTheNeighboursOfATaskInAnEndlessLoopGoOnBeforeItIsGivenUp() {
        WorkerFixture worker = started(job(this::spinAtPoison), PATIENT);
        await(inside);
        long at = newest.get();
        long stuck = POISON % COPIES;

        for (int copy = 0; copy < COPIES; copy++) {
            if (copy != stuck) {
                awaitWritten(at - at % COPIES + COPIES + copy);
            }
        }
        assertThat(worker.count(TaskFailed.class)).isZero();
        assertThat(written.contains(POISON)).isFalse();
    }

    @Test
    void whatWasGivenUpHasNoEffectWhenItComesBackAndIsClosedThen() {
        WorkerFixture worker = started(job(this::spinAtPoison), HASTY);
        worker.awaitCount(TaskFailed.class, 1);
        spinning = false;

        Awaitility.await()
                .atMost(WorkerFixture.LIMIT)
                .untilAsserted(() -> assertThat(worker.leftBehind()).isZero());
        long at = newest.get();
        Awaitility.await().atMost(WorkerFixture.LIMIT).until(() -> newest.get() > at + 10_000);
        assertThat(written.contains(POISON)).isFalse();
    }

    @Test
    void neverGivesUpATaskThatIsSlowAndComesFurther() {
        WorkerFixture worker = started(job(StuckTaskTest::takeItsTime), HASTY);
        Awaitility.await()
                .atMost(WorkerFixture.LIMIT)
                .untilAsserted(() -> assertThat(written.count()).isGreaterThan(COPIES * HASTY_MS / (3 * SLOW_MS)));

        assertThat(worker.count(TaskFailed.class)).isZero();
        assertThat(worker.leftBehind()).isZero();
    }

    @Test
    void givesUpASinkWhoseFlushDoesNotComeBackAndTheNodeGoesOn() {
        JobDraft draft = Job.named("numbers");
        draft.source("numbers", new Numbers(1_000))
                .rebalance()
                .sink("out", blockedAtFlush())
                .blocking();
        WorkerFixture worker = started(draft.build(), HASTY);
        worker.awaitCount(TaskFailed.class, 1);

        assertThat(failures(worker).get(0).failure().trace())
                .contains("CountDownLatch.await", "StuckTaskTest$", ".flush(");
        worker.send(new CancelTask(new Term(1), worker.jobId, first("numbers")));
        worker.awaitCount(TaskCanceled.class, 1);
    }

    @Test
    void cancelsATaskInAnEndlessLoopAllTheSame() {
        TaskSettings settings = new TaskSettings(20, 400, 600_000, 16, 2);
        JobDraft draft = Job.named("numbers");
        draft.source("numbers", new Numbers(Long.MAX_VALUE))
                .rebalance()
                .map("copy", this::spinAtPoison)
                .blocking()
                .sink("out", sink());
        WorkerFixture worker = started(draft.build(), settings);
        await(inside);

        worker.send(new CancelTask(new Term(1), worker.jobId, first("copy")));
        worker.awaitCount(TaskCanceled.class, 1);

        assertThat(worker.count(TaskFailed.class)).isZero();
        assertThat(worker.leftBehind()).isEqualTo(1);
    }

    @Test
    void opensTheNextAttemptWhileFunctionsOfTheOneBeforeAreStillInOpen() {
        CountDownLatch opened = new CountDownLatch(1);
        JobDraft draft = Job.named("numbers");
        draft.source("numbers", new Numbers(10)).rebalance().sink("out", blockedInOpenOfFirst(opened));
        AttemptId first = first("out");
        WorkerFixture worker = worker(draft.build(), HASTY);
        worker.deploy(first);
        await(opened);
        worker.send(new CancelTask(new Term(1), worker.jobId, first));
        worker.awaitCount(TaskCanceled.class, 1);
        assertThat(worker.leftBehind()).isEqualTo(1);

        worker.deploy(first.next());
        worker.awaitCount(TaskDeployed.class, 1);

        freed.countDown();
        Awaitility.await()
                .atMost(WorkerFixture.LIMIT)
                .untilAsserted(() -> assertThat(worker.leftBehind()).isZero());
        assertThat(worker.count(TaskFailed.class)).isZero();
    }

    private WorkerFixture worker(Job job, TaskSettings settings) {
        WorkerFixture worker = new WorkerFixture(job, ChannelSettings.defaults(), settings);
        open = worker;
        return worker;
    }

    private WorkerFixture started(Job job, TaskSettings settings) {
        WorkerFixture worker = worker(job, settings);
        worker.deployAll();
        worker.connectAll();
        return worker;
    }

    /** Lines of tasks that have nothing to do with each other but that they share event loops. */
    private Job job(MapFunction<Long, Long> function) {
        JobDraft draft = Job.named("numbers");
        draft.source("numbers", new Numbers(Long.MAX_VALUE))
                .parallelism(COPIES)
                .map("copy", function)
                .parallelism(COPIES)
                .startNewChain()
                .sink("out", sink())
                .parallelism(COPIES);
        return draft.build();
    }

    private Long spinAtPoison(Long value) {
        while (value == POISON && spinning) {
            inside.countDown();
        }
        return value;
    }

    private static Long takeItsTime(Long value) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(SLOW_MS);
        return value;
    }

    private void awaitWritten(long value) {
        Awaitility.await().atMost(WorkerFixture.LIMIT).until(() -> written.contains(value));
    }

    private static AttemptId first(String vertex) {
        return AttemptId.first(new TaskId(vertex, 0));
    }

    private static List<TaskFailed> failures(WorkerFixture worker) {
        return worker.events.stream()
                .filter(TaskFailed.class::isInstance)
                .map(TaskFailed.class::cast)
                .toList();
    }

    private static void await(CountDownLatch latch) {
        Awaitility.await().atMost(WorkerFixture.LIMIT).until(() -> latch.getCount() == 0);
    }

    private Sink<Long> sink() {
        return context -> new SinkWriter<>() {
            @Override
            public void write(Long value, long timestamp) {
                written.add(value);
                newest.accumulateAndGet(value, Math::max);
            }
        };
    }

    private Sink<Long> blockedAtFlush() {
        return context -> new SinkWriter<>() {
            @Override
            public void write(Long value, long timestamp) {
                written.add(value);
            }

            @Override
            public void flush() throws Exception {
                freed.await();
            }
        };
    }

    private Sink<Long> blockedInOpenOfFirst(CountDownLatch opened) {
        return context -> new SinkWriter<>() {
            @Override
            public void open() throws Exception {
                if (context.attempt() == 1) {
                    opened.countDown();
                    freed.await();
                }
            }

            @Override
            public void write(Long value, long timestamp) {
                written.add(value);
            }
        };
    }
}
