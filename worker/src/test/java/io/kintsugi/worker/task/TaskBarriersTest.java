package io.kintsugi.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.recovery.Checkpointing;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskBarriersTest {
    private static final Checkpointing RULES = Checkpointing.every(Duration.ofSeconds(1));
    static final TaskSpec.Checkpoints EXACTLY_ONCE = new TaskSpec.Checkpoints(RULES, 4);

    @Test
    void readsNothingBehindABarrierUntilAllInputsHaveBroughtIt() {
        TaskFixture task = new TaskFixture(threeInputs(), "mid", EXACTLY_ONCE);

        task.say("0:a 0:|5 0:late 1:b 2:c 2:|5 2:later 1:d");
        assertThat(task.passedOn()).isEqualTo("a b c d");

        task.say("1:|5");
        assertThat(task.passedOn()).isEqualTo("|5 later late");
    }

    @Test
    void readsOnBehindABarrierWhereRecordsMayCountTwice() {
        TaskFixture task = new TaskFixture(threeInputs(), "mid", new TaskSpec.Checkpoints(RULES.atLeastOnce(), 4));

        task.say("0:|5 0:a 1:|5 1:b 2:c 2:|5 2:d");

        assertThat(task.passedOn()).isEqualTo("a b c |5 d");
    }

    @Test
    void letsNothingWaitForACheckpointThatWasAborted() {
        TaskFixture task = new TaskFixture(threeInputs(), "mid", EXACTLY_ONCE);

        task.say("0:|5 0:a 1:|5 1:b abort5 2:|5 2:c");
        assertThat(task.passedOn()).isEqualTo("a b c");

        task.say("0:|6 1:|6 2:|6");
        assertThat(task.passedOn()).isEqualTo("|6");
    }

    @Test
    void givesAnOlderBarrierUpForANewerOneWhoseAbortWasLost() {
        TaskFixture task = new TaskFixture(threeInputs(), "mid", EXACTLY_ONCE);

        task.say("0:|5 0:a 1:|6 0:b 2:|5 2:c 2:|6 2:d");
        assertThat(task.passedOn()).isEqualTo("a b c");

        task.say("0:|6");
        assertThat(task.passedOn()).isEqualTo("|6 d");
    }

    @Test
    void waitsForNoInputThatHasEnded() {
        TaskFixture task = new TaskFixture(threeInputs(), "mid", EXACTLY_ONCE);

        task.say("0:end 1:|5 1:a 2:|5");
        assertThat(task.passedOn()).isEqualTo("|5 a");

        task.say("1:|6 1:b 2:c 2:end");
        assertThat(task.passedOn()).isEqualTo("c |6 b");
    }

    /** The leader asks for a checkpoint as soon as the new attempt has found its consumers, so they must wait for it by then. */
    @Test
    void waitsForNoProducerThatIsAwayButForOneThatIsOnItsWayBack() {
        TaskFixture task = new TaskFixture(threeInputs(), "mid", EXACTLY_ONCE);

        task.task.detach(AttemptId.first(new TaskId("in", 1)), 0);
        task.say("0:|5 2:|5");
        assertThat(task.passedOn()).isEqualTo("|5");

        task.task.connect(new ChannelId(0, 1, 0), 2, 0);
        task.say("0:|6 2:|6");
        assertThat(task.passedOn()).isEmpty();
    }

    @Test
    void passesABarrierOnBeforeItsOwnEnd() {
        TaskFixture task = new TaskFixture(threeInputs(), "mid", EXACTLY_ONCE);

        task.say("0:|5 0:end 1:|5 1:end 2:a 2:end");

        assertThat(task.passedOn()).isEqualTo("a |5 end");
    }

    @Test
    void dropsBarriersThatAreNotForThisAttempt() {
        TaskFixture task = new TaskFixture(threeInputs(), "mid", EXACTLY_ONCE);

        task.say("0:|4 0:a 1:|4 2:|4 2:b");

        assertThat(task.passedOn()).isEqualTo("a b");
    }

    @Test
    void takesTheTimeOfABarrierForAWatermarkAndWakesNoIdleInputWithIt() {
        TaskFixture task = new TaskFixture(threeInputs(), "mid", EXACTLY_ONCE);

        task.say("0:~10 1:~10 2:~10 0:idle 1:|5@70 2:|5@80 0:|5@10");
        assertThat(task.passedOn()).isEqualTo("~10 ~70 |5@10");

        task.say("1:~90 2:~95");
        assertThat(task.passedOn()).isEqualTo("~80 ~90");
    }

    @Test
    void holdsBarriersOfManyCheckpointsBackWhileNobodyReads() {
        TaskFixture task = new TaskFixture(threeInputs(), "mid", EXACTLY_ONCE, 4);
        task.consuming(false);

        for (int checkpoint = 5; checkpoint < 100; checkpoint++) {
            task.say("0:|%1$d@%1$d 1:|%1$d@%1$d 2:|%1$d@%1$d".formatted(checkpoint));
        }
        task.consuming(true);

        assertThat(task.passedOn()).endsWith("~99 |99@99");
    }

    @Test
    void sendsABarrierFromASourceBehindWhatItHasRead() {
        TaskFixture source = new TaskFixture(threeInputs(), "in", EXACTLY_ONCE);

        source.say("trigger5 trigger5 trigger3 trigger6");

        assertThat(source.passedOn()).isEqualTo("0 1 2 |5 |6");
        source.say("trigger6 trigger4");
        assertThat(source.passedOn()).isEmpty();
        assertThat(source.task.trigger(4, false)).isFalse();
    }

    @Test
    void aSourceAtItsEndTakesNoCheckpoint() {
        TaskFixture source = new TaskFixture(fedBy(new ArrayDeque<>(List.of("a"))), "in", EXACTLY_ONCE);

        source.task.drain();
        source.say("trigger5");

        assertThat(source.passedOn()).startsWith("a").endsWith("end");
        assertThat(source.task.trigger(6, false)).isFalse();
    }

    @Test
    void aSourceSaysNothingBehindTheBarrierWithWhichItsJobStopsUntilItGoesOnAfterAll() {
        for (String goesOn : List.of("abort5", "complete5", "trigger6")) {
            Deque<String> world = new ArrayDeque<>(List.of("a"));
            TaskFixture source = new TaskFixture(fedBy(world), "in", EXACTLY_ONCE);

            source.say("stop5");
            world.add("b");
            source.say("stop5 abort4 complete4");
            assertThat(source.passedOn()).isEqualTo("a |5");

            source.say(goesOn);
            assertThat(source.passedOn()).as(goesOn).contains("b");
        }
    }

    @Test
    void aSourceThatBeginsAfterTheStopSaysNothingAtAll() {
        TaskFixture source = new TaskFixture(threeInputs(), "in", new TaskSpec.Checkpoints(RULES, 5, true, 5));

        source.say("abort5 complete5");

        assertThat(source.passedOn()).isEmpty();
        assertThat(source.task.stopsWith(5)).isTrue();
    }

    @Test
    void onlyWhoHasTakenPartInACheckpointStopsWithIt() {
        TaskFixture task = new TaskFixture(threeInputs(), "mid", EXACTLY_ONCE);

        assertThat(task.task.stopsWith(4)).isFalse();
        assertThat(task.task.stopsWith(5)).isTrue();
    }

    static Job threeInputs() {
        return fedBy(new ArrayDeque<>(List.of("0", "1", "2")));
    }

    private static Job fedBy(Deque<String> world) {
        JobDraft draft = Job.named("three");
        draft.source("in", new Letters(world))
                .timestamps(EventTime.ofSource())
                .parallelism(3)
                .rebalance()
                .map("mid", letter -> letter)
                .parallelism(1)
                .rebalance()
                .sink("out", nowhere());
        return draft.build();
    }

    private static Sink<String> nowhere() {
        return context -> new SinkWriter<>() {
            @Override
            public void write(String value, long timestamp) {
                // Nobody looks.
            }
        };
    }

    /** What is in the world when it is asked, and no end. */
    record Letters(Deque<String> world) implements Source<String, Integer> {
        @Override
        public SourceReader<String, Integer> reader(StepContext context) {
            return new SourceReader<>() {
                private int next;

                @Override
                public ReadStatus read(SourceOutput<String> out, int limit, long nowNs) {
                    while (!world.isEmpty()) {
                        out.emit(world.remove());
                        next++;
                    }
                    return ReadStatus.IDLE;
                }

                @Override
                public Integer position() {
                    return next;
                }

                @Override
                public void seek(Integer position) {
                    next = position;
                }
            };
        }
    }
}
