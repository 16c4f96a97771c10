package io.kintsugi.node;

import static io.kintsugi.node.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.recovery.Recovery.Strategy;
import io.kintsugi.core.recovery.RestartStrategy;
import io.kintsugi.testkit.noting.HeldSource;
import io.kintsugi.testkit.noting.NoteJob;
import io.kintsugi.testkit.noting.Notes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tasks of a real node fail more than a hundred times, at places in the stream that a seed has chosen; then the loss
 * account must tell what a look at the notes and at the written files tells.
 */
final class LossAccountIT extends OnEmbeddedNode {
    private static final int MOMENTS = 22;
    private static final int APART_MAX = 400;
    private static final int TAIL = 1_000;
    private static final long END_MS = 60_000;

    @TempDir
    private Path folder;

    /** When a source has come to a number, these tasks fail at once. */
    private record Moment(long number, List<TaskId> tasks, boolean awaitsRecovery) {
        static List<Moment> from(long seed) {
            Random random = new Random(seed);
            List<Moment> moments = new ArrayList<>();
            long number = 0;
            for (int i = 0; i < MOMENTS; i++) {
                number += 1 + random.nextInt(APART_MAX);
                List<TaskId> tasks = new ArrayList<>(NoteJob.TASKS);
                Collections.shuffle(tasks, random);
                moments.add(
                        new Moment(number, tasks.subList(0, random.nextInt(3) == 0 ? 2 : 1), random.nextInt(3) > 0));
            }
            return moments;
        }
    }

    /** Lets sources read a little beyond the next moment, so that records flow when it comes. */
    private static final class Pace implements HeldSource.Hold {
        private final AtomicLong from = new AtomicLong();
        private final AtomicLong furthest = new AtomicLong();

        void letThrough(long number) {
            from.set(number);
        }

        boolean hasCome(long number) {
            return furthest.get() >= number;
        }

        @Override
        public long from() {
            return from.get();
        }

        @Override
        public void reached(long position) {
            furthest.accumulateAndGet(position, Math::max);
        }
    }

    private JobStatus job() throws Exception {
        return await(kintsugi.job("noting"));
    }

    private static ConditionFactory soon(String what) {
        return await(what)
                .atMost(Duration.ofSeconds(60))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1));
    }

    private void awaitRunning() {
        soon("all tasks run").until(() -> job().state() == JobState.RUNNING);
    }

    /** All of them at once, as far as they are there; returns when all are on their way back. */
    private void fail(List<TaskId> tasks) throws Exception {
        Map<TaskId, Integer> before = attempts();
        for (TaskId task : tasks) {
            soon("failure of " + task)
                    .ignoreExceptionsMatching(ExecutionException.class::isInstance)
                    .until(() -> await(kintsugi.client().failTask("noting", task)) != null);
        }
        soon("restart of " + tasks).until(() -> {
            Map<TaskId, Integer> now = attempts();
            return tasks.stream().allMatch(task -> now.get(task) > before.get(task));
        });
    }

    /** The number of each task's newest attempt. */
    private Map<TaskId, Integer> attempts() throws Exception {
        Map<TaskId, Integer> attempts = new TreeMap<>();
        job().tasks()
                .forEach(task ->
                        attempts.put(task.attempt().task(), task.attempt().number()));
        return attempts;
    }

    private static int restarts(JobStatus status) {
        return status.tasks().stream()
                .mapToInt(task -> task.attempt().number() - 1)
                .sum();
    }

    @ParameterizedTest
    @CsvSource({"TASK, 1", "TASK, 2", "TASK, 3", "DOWNSTREAM, 4", "SINK, 5"})
    void theAccountTellsWhatIsReallyLost(Strategy strategy, long seed) throws Exception {
        List<Moment> moments = Moment.from(seed);
        long records = moments.get(MOMENTS - 1).number() + TAIL;
        Pace pace = new Pace();
        Recovery recovery = Recovery.of(strategy, RestartStrategy.none());
        await(kintsugi.submit(NoteJob.job(folder, records, recovery, pace)));
        awaitRunning();

        for (Moment moment : moments) {
            pace.letThrough(moment.number() + APART_MAX);
            soon("number " + moment.number()).until(() -> pace.hasCome(moment.number()));
            fail(moment.tasks());
            if (moment.awaitsRecovery()) {
                awaitRunning();
            }
        }
        awaitRunning();
        pace.letThrough(Long.MAX_VALUE);

        JobStatus ended = await(kintsugi.ended("noting", END_MS));
        LossStatus account = await(kintsugi.client().loss("noting"));
        assertThat(ended.state()).as(String.valueOf(ended.failure())).isEqualTo(JobState.FINISHED);
        assertThat(Notes.in(folder, records).problems(account)).isEmpty();
        int injected =
                moments.stream().mapToInt(moment -> moment.tasks().size()).sum();
        assertThat(restarts(ended)).isGreaterThanOrEqualTo(injected);
    }
}
