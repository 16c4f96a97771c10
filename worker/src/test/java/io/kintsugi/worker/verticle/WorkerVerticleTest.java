package io.kintsugi.worker.verticle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.WorkerCommand.CancelTask;
import io.kintsugi.core.protocol.WorkerCommand.DrainTask;
import io.kintsugi.core.protocol.WorkerCommand.ReleaseJob;
import io.kintsugi.core.protocol.WorkerEvent.TaskCanceled;
import io.kintsugi.core.protocol.WorkerEvent.TaskDeployed;
import io.kintsugi.core.protocol.WorkerEvent.TaskFailed;
import io.kintsugi.core.protocol.WorkerEvent.TaskFinished;
import io.kintsugi.core.protocol.WorkerEvent.TaskRunning;
import io.vertx.core.Promise;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerVerticleTest {
    private static final long RECORDS = 50_000;

    private final Queue<Long> written = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void runsAJobToItsEndAndWritesEveryRecordOnce(boolean blocking) {
        try (WorkerFixture worker = new WorkerFixture(job(RECORDS, blocking), ChannelSettings.defaults())) {
            worker.deployAll();
            worker.connectAll();

            worker.awaitCount(TaskFinished.class, worker.tasks());

            assertThat(written).hasSize((int) RECORDS);
            assertThat(written.stream().sorted())
                    .containsExactlyElementsOf(
                            LongStream.range(0, RECORDS).boxed().toList());
            assertThat(worker.count(TaskRunning.class)).isEqualTo(worker.tasks());
            assertThat(worker.count(TaskFailed.class)).isZero();
        }
    }

    @Test
    void takesEveryOrderTwiceAndDoesItOnce() {
        try (WorkerFixture worker = new WorkerFixture(job(RECORDS, false), ChannelSettings.defaults())) {
            worker.deployAll();
            worker.deployAll();
            worker.connectAll();
            worker.connectAll();

            worker.awaitCount(TaskFinished.class, worker.tasks());
            worker.send(new ReleaseJob(new Term(1), worker.jobId));
            worker.send(new ReleaseJob(new Term(1), worker.jobId));

            assertThat(written).hasSize((int) RECORDS);
            assertThat(worker.count(TaskDeployed.class)).isEqualTo(worker.tasks());
        }
    }

    @Test
    void drainsAnEndlessSourceSoThatAllThatWasReadIsWritten() {
        try (WorkerFixture worker = new WorkerFixture(job(Long.MAX_VALUE, false), ChannelSettings.defaults())) {
            worker.deployAll();
            worker.connectAll();
            worker.awaitCount(TaskRunning.class, worker.tasks());

            worker.send(new DrainTask(new Term(1), worker.jobId, AttemptId.first(new TaskId("numbers", 0))));
            worker.send(new DrainTask(new Term(1), worker.jobId, AttemptId.first(new TaskId("numbers", 1))));
            worker.awaitCount(TaskFinished.class, worker.tasks());

            assertThat(written).doesNotHaveDuplicates();
        }
    }

    @Test
    void cancelsEveryTaskOfAnEndlessJob() {
        Job endless = job(Long.MAX_VALUE, false);
        try (WorkerFixture worker = new WorkerFixture(endless, ChannelSettings.defaults())) {
            worker.deployAll();
            worker.connectAll();
            worker.awaitCount(TaskRunning.class, worker.tasks());

            for (String vertex : new String[] {"numbers", "copy", "out"}) {
                for (int subtask = 0; subtask < 2; subtask++) {
                    worker.send(
                            new CancelTask(new Term(1), worker.jobId, AttemptId.first(new TaskId(vertex, subtask))));
                }
            }

            worker.awaitCount(TaskCanceled.class, 6);
            assertThat(worker.count(TaskFailed.class)).isZero();
            assertThat(worker.events)
                    .filteredOn(event -> event instanceof TaskCanceled canceled && !isSource(canceled.attempt()))
                    .as("how far tasks without state had come on their inputs")
                    .map(event -> ((TaskCanceled) event).last().inputs().size())
                    .containsExactly(2, 2, 2, 2);
        }
    }

    private static boolean isSource(AttemptId attempt) {
        return attempt.task().vertex().equals("numbers");
    }

    @Test
    void reportsWhatAFunctionThrewWithTheNameOfItsStep() {
        JobDraft draft = Job.named("broken");
        draft.source("numbers", new Numbers(10))
                .rebalance()
                .map("divide", value -> 1 / value)
                .sink("out", sink());
        try (WorkerFixture worker = new WorkerFixture(draft.build(), ChannelSettings.defaults())) {
            worker.deployAll();
            worker.connectAll();

            worker.awaitCount(TaskFailed.class, 1);

            assertThat(worker.events)
                    .filteredOn(TaskFailed.class::isInstance)
                    .singleElement()
                    .asString()
                    .contains("divide[0]", "step 'divide' failed in map", "/ by zero");
        }
    }

    @Test
    void makesNoTaskOfAnOrderThatCameAfterItsCancellation() {
        try (WorkerFixture worker = new WorkerFixture(job(RECORDS, false), ChannelSettings.defaults())) {
            AttemptId first = AttemptId.first(new TaskId("copy", 0));
            worker.send(new CancelTask(new Term(1), worker.jobId, first));

            assertThatThrownBy(() -> worker.deploy(first)).hasMessageContaining("copy[0]@1 is refused");
            worker.deploy(new AttemptId(first.task(), 2));

            worker.awaitCount(TaskDeployed.class, 1);
            assertThat(worker.events)
                    .filteredOn(TaskDeployed.class::isInstance)
                    .singleElement()
                    .asString()
                    .contains("copy[0]@2");
        }
    }

    /** What is deployed from the context of a verticle ends with that one. */
    @Test
    void makesEachAttemptApartFromTheOneBefore() {
        try (WorkerFixture worker = new WorkerFixture(job(RECORDS, false), ChannelSettings.defaults())) {
            for (int number = 1; number <= 20; number++) {
                worker.deploy(new AttemptId(new TaskId("copy", 0), number));
                worker.awaitCount(TaskDeployed.class, number);
            }

            assertThat(worker.count(TaskFailed.class)).isZero();
        }
    }

    @Test
    void makesNoTaskOfAnOrderThatCameAfterItsJobWasReleased() {
        try (WorkerFixture worker = new WorkerFixture(job(RECORDS, false), ChannelSettings.defaults())) {
            worker.send(new ReleaseJob(new Term(1), worker.jobId));

            assertThatThrownBy(worker::deployAll).hasMessageContaining("or its job released before");
            assertThat(worker.count(TaskDeployed.class)).isZero();
        }
    }

    /** The next leader begins it anew, under the name under which all that was before goes. */
    @Test
    void beginsAJobAnewBehindTheEndOfWhatItHadBefore() {
        try (WorkerFixture worker = new WorkerFixture(job(RECORDS, false), ChannelSettings.defaults())) {
            AttemptId first = new AttemptId(new TaskId("copy", 0), 1);
            worker.deploy(first);
            worker.awaitCount(TaskDeployed.class, 1);
            Promise<Void> goes = Promise.promise();
            worker.releases = goes.future();
            worker.post(new ReleaseJob(new Term(1), worker.jobId));

            worker.deploy(new Term(2), first.next());
            assertThat(worker.loads).hasValue(1);
            goes.complete();

            worker.awaitCount(TaskDeployed.class, 2);
            assertThat(worker.loads).hasValue(2);
        }
    }

    @Test
    void refusesAnOrderOfAnOlderTerm() {
        try (WorkerFixture worker = new WorkerFixture(job(RECORDS, false), ChannelSettings.defaults())) {
            worker.send(new ReleaseJob(new Term(7), worker.jobId));

            assertThatThrownBy(() -> worker.send(new ReleaseJob(new Term(6), worker.jobId)))
                    .hasMessageContaining("its term is 6 and this worker has seen 7");
        }
    }

    @Test
    void beginsNothingForALeaderThatIsReplacedAlsoIfItHasNotHeardOfTheNextOne() {
        try (WorkerFixture worker = new WorkerFixture(job(RECORDS, false), ChannelSettings.defaults())) {
            AttemptId first = AttemptId.first(new TaskId("copy", 0));
            worker.newestTerm = new Term(2);

            assertThatThrownBy(() -> worker.deploy(new Term(1), first))
                    .hasMessageContaining("its term is 1 and this worker has seen 2");
            worker.deploy(new Term(2), first);

            worker.awaitCount(TaskDeployed.class, 1);
        }
    }

    private Job job(long records, boolean blocking) {
        JobDraft draft = Job.named("numbers");
        Stream<Long> copies = draft.source("numbers", new Numbers(records))
                .parallelism(2)
                .rebalance()
                .map("copy", value -> value);
        (blocking ? copies.blocking() : copies).keyBy(value -> value).unkeyed().sink("out", sink());
        return draft.build();
    }

    private Sink<Long> sink() {
        return context -> new SinkWriter<>() {
            @Override
            public void write(Long value, long timestamp) {
                written.add(value);
            }
        };
    }
}
