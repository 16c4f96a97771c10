package io.kintsugi.worker.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.function.TwoPhaseSinkWriter;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.recovery.Checkpointing;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.StateVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TaskStateTest {
    private static final Checkpointing RULES = Checkpointing.every(Duration.ofSeconds(1));
    private static final TaskSpec.Checkpoints CHECKPOINTS = new TaskSpec.Checkpoints(RULES, 4);

    /** What the sink was told, outside of it: it restarts with its task. */
    private final List<String> told = new ArrayList<>();

    @Test
    void sendsASourceBackToWhereItsBarrierLeft() {
        TaskFixture source = new TaskFixture(job(true), "in", CHECKPOINTS);
        source.say("trigger5");
        source.pass(250);
        assertThat(source.passedOn()).isEqualTo("a ~10 |5@10 b ~20 c ~30");

        TaskFixture again = source.restart();
        again.pass(250);

        assertThat(again.passedOn()).isEqualTo("~10 b ~20 c ~30");
    }

    @Test
    void storesNoEffectOfWhatCameBehindTheBarrier() {
        TaskFixture count = new TaskFixture(counting("times"), "count", CHECKPOINTS);
        count.say("0:a 1:a 0:|5 0:a 1:b 1:|5 1:a");
        assertThat(count.passedOn()).isEqualTo("a=1 a=2 b=1 |5 a=3 a=4");

        TaskFixture again = count.restart();

        assertThat(again.say("1:b 0:a 0:c").passedOn()).isEqualTo("b=2 a=3 c=1");
    }

    @Test
    void refusesStateThatNoStepTakesUnlessItMayBeDropped() {
        TaskFixture before = new TaskFixture(counting("tally"), "count", CHECKPOINTS);
        before.say("0:a 0:|5 1:|5");

        assertThatThrownBy(() -> before.restart(counting("times"), false))
                .hasMessageContaining("nobody takes what is stored as [step 'count': state 'tally']");
        assertThat(before.restart(counting("times"), true).say("0:a").passedOn())
                .isEqualTo("a=1");
    }

    @Test
    void storesAlsoWhatCameBehindTheBarrierWhereRecordsMayCountTwice() {
        TaskFixture count =
                new TaskFixture(counting("times"), "count", new TaskSpec.Checkpoints(RULES.atLeastOnce(), 4));
        count.say("0:a 0:|5 0:a 1:|5 0:a");

        assertThat(count.restart().say("0:a").passedOn()).isEqualTo("a=3");
    }

    @Test
    void storesWithTheStateHowFarChannelsHadCome() {
        TaskFixture sink = new TaskFixture(job(), "out", CHECKPOINTS);

        sink.say("0:a 0:b 0:|5 0:c");

        StateVersion version = sink.stored.get(0);
        assertThat(version.checkpoint()).isEqualTo(5);
        assertThat(version.inputs())
                .extracting(ChannelPosition::epoch, ChannelPosition::seq)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(1, 2L));
        assertThat(version.outputs()).isEmpty();
    }

    @Test
    void countsWhatWaitsForCreditAmongWhatWasWrittenBeforeTheBarrier() {
        TaskFixture mid = new TaskFixture(job(), "mid", CHECKPOINTS, 4);
        mid.consuming(false);

        mid.say("0:a 0:b 0:c 0:d 0:e 0:|5 0:end");
        assertThat(mid.stored).isEmpty();
        mid.consuming(true);

        assertThat(mid.stored).singleElement().satisfies(last -> {
            assertThat(last.ended()).isTrue();
            assertThat(last.outputs()).extracting(ChannelPosition::seq).containsExactly(6L);
        });
    }

    @Test
    void storesNothingForATaskThatKeepsNothingBeforeItsEnd() {
        TaskFixture mid = new TaskFixture(job(), "mid", CHECKPOINTS);

        mid.say("0:a 0:|5");
        assertThat(mid.stored).isEmpty();

        mid.say("0:end");
        assertThat(mid.passedOn()).isEqualTo("a |5 last-words end");
        assertThat(mid.stored).extracting(StateVersion::ended).containsExactly(true);
    }

    @Test
    void onlySaysAgainThatItHasEnded() {
        TaskFixture mid = new TaskFixture(job(), "mid", CHECKPOINTS);
        mid.say("0:a 0:end");
        told.clear();

        TaskFixture again = mid.restart();

        assertThat(again.passedOn()).isEqualTo("end");
        assertThat(again.stored).isEmpty();
        assertThat(told).doesNotContain("open mid");
    }

    @Test
    void commitsEachPartWhenItsCheckpointIsThereForGoodAndNotBefore() {
        TaskFixture sink = new TaskFixture(job(), "out", CHECKPOINTS);

        sink.say("0:a 0:|5 0:b complete4 complete5 complete5");

        assertThat(told).containsExactly("recover []", "open", "a", "prepare 5", "b", "commit [5:a]");
    }

    @Test
    void commitsWithALaterCheckpointWhatAnEarlierOneLeft() {
        TaskFixture sink = new TaskFixture(job(), "out", CHECKPOINTS);

        sink.say("0:a 0:|5 0:b 0:|6 complete6");

        assertThat(told).endsWith("prepare 6", "commit [5:a, 6:b]");
    }

    @Test
    void bringsPreparedPartsToAnEndAfterARestart() {
        TaskFixture sink = new TaskFixture(job(), "out", CHECKPOINTS);
        sink.say("0:a 0:|5 0:b 0:|6 0:lost");
        told.clear();

        sink.restart();

        assertThat(told).containsExactly("recover [5:a, 6:b]", "commit [5:a, 6:b]", "open");
    }

    /** All may go back behind a checkpoint that is not complete, and write again what it holds. */
    @Test
    void aSinkThatRestartsAloneShowsNoMoreThanWhatIsComplete() {
        TaskFixture sink = new TaskFixture(job(), "out", CHECKPOINTS);
        sink.say("0:a 0:|5 0:b 0:|6 0:lost");
        told.clear();

        TaskFixture second = sink.restartAlone(5);
        assertThat(told).containsExactly("recover [5:a, 6:b]", "commit [5:a]", "open");
        second.say("0:c 0:|7");
        told.clear();
        TaskFixture third = second.restartAlone(5);
        assertThat(told).containsExactly("recover [6:b, 7:c]", "open");
        third.say("complete7");

        assertThat(told).endsWith("commit [6:b, 7:c]");
    }

    @Test
    void aSinkThatHasEndedAndRestartsAloneWaitsForTheCheckpointOfTheEnd() {
        TaskFixture sink = new TaskFixture(job(), "out", CHECKPOINTS);
        sink.say("0:a 0:|5 0:b 0:end complete5");
        told.clear();

        TaskFixture again = sink.restartAlone(5);
        assertThat(told).containsExactly("recover [5:a, 6:b]", "commit [5:a]");
        again.say("complete6");

        assertThat(told).endsWith("commit [6:b]");
    }

    @Test
    void keepsTheLastPartForACheckpointThatKnowsOfTheEnd() {
        TaskFixture sink = new TaskFixture(job(), "out", CHECKPOINTS);
        sink.say("0:a 0:|5 0:b 0:end complete5");
        assertThat(told).endsWith("a", "prepare 5", "b", "prepare 6", "commit [5:a]");

        told.clear();
        sink.restart();
        assertThat(told).containsExactly("recover [5:a, 6:b]", "commit [5:a, 6:b]");
        sink.task.close();
        assertThat(told).endsWith("close");
    }

    @Test
    void commitsAtTheEndOfAJobWithoutCheckpoints() {
        TaskFixture sink = new TaskFixture(job(), "out", TaskSpec.Checkpoints.none());

        sink.say("0:a 0:b 0:end");

        assertThat(told).containsExactly("recover []", "open", "a", "b", "prepare 1", "commit [1:ab]");
        assertThat(sink.stored).isEmpty();
    }

    @Test
    void storesNothingForABarrierThatWasAbortedOnItsWayThroughTheChain() {
        TaskFixture source = new TaskFixture(job(), "in", CHECKPOINTS, 2);
        source.consuming(false);
        source.pass(400);
        source.say("trigger5 abort5");
        source.consuming(true);
        assertThat(source.stored).isEmpty();

        source.say("trigger6");
        assertThat(source.stored).extracting(StateVersion::checkpoint).containsExactly(6L);
        assertThat(source.passedOn()).isEqualTo("a b c d |5 |6");
    }

    @Test
    void storesItsStateBetweenBarriersToo() {
        TaskFixture count = new TaskFixture(
                counting("seen"), "count", new TaskSpec.Checkpoints(RULES.backupInterval(Duration.ofMillis(500)), 4));
        count.say("0:a 0:b");

        count.pass(1_200);

        assertThat(count.stored).extracting(StateVersion::checkpoint).containsExactly(0L, 0L);
        assertThat(count.stored.get(0).inputs())
                .extracting(ChannelPosition::seq)
                .containsExactly(2L, 0L);
    }

    /** A version that says that records were taken must hold them, and only a barrier makes the sink prepare them. */
    @Test
    void aSinkWithTwoPhasesStoresNothingBetweenBarriers() {
        TaskFixture sink = new TaskFixture(
                job(), "out", new TaskSpec.Checkpoints(RULES.backupInterval(Duration.ofMillis(500)), 4));
        sink.say("0:a 0:b");

        sink.pass(1_200);

        assertThat(sink.stored).isEmpty();
        assertThat(told).noneMatch(word -> word.startsWith("prepare"));
    }

    private static Job counting(String state) {
        JobDraft draft = Job.named("counting").checkpointed(RULES);
        draft.source("in", new Letters())
                .parallelism(2)
                .keyBy(letter -> letter)
                .process("count", () -> new Count(ValueStateSpec.of(state, Long.class)))
                .parallelism(1)
                .rebalance()
                .sink("out", context -> new Parts(new ArrayList<>()));
        return draft.build();
    }

    /** How often each letter came. */
    private record Count(ValueStateSpec<Long> spec) implements KeyedProcessFunction<String, String, String> {
        @Override
        public List<ValueStateSpec<?>> states() {
            return List.of(spec);
        }

        @Override
        public void process(String letter, String value, ProcessContext context, Output<String> out) {
            Long before = context.state(spec).get();
            long times = before == null ? 1 : before + 1;
            context.state(spec).set(times);
            out.emit(letter + "=" + times);
        }
    }

    private Job job() {
        return job(false);
    }

    private Job job(boolean timed) {
        JobDraft draft = Job.named("stories");
        Stream<String> letters = draft.source("in", new Letters());
        (timed ? letters.timestamps(EventTime.ofSource()) : letters)
                .rebalance()
                .process("mid", () -> new LastWords(told))
                .rebalance()
                .sink("out", context -> new Parts(told));
        return draft.build();
    }

    /** Emits what comes in, and something more at the end. */
    private record LastWords(List<String> told) implements ProcessFunction<String, String> {
        @Override
        public void open(ProcessContext context) {
            told.add("open mid");
        }

        @Override
        public void process(String value, ProcessContext context, Output<String> out) {
            out.emit(value);
        }

        @Override
        public void finish(ProcessContext context, Output<String> out) {
            out.emit("last-words");
        }
    }

    /** Tells what it is asked to do; a part is its checkpoint and what was written since the last one. */
    private static final class Parts implements TwoPhaseSinkWriter<String, String> {
        private final List<String> told;
        private String written = "";

        Parts(List<String> told) {
            this.told = told;
        }

        @Override
        public Class<String> preparedType() {
            return String.class;
        }

        @Override
        public void recover(List<String> prepared) {
            told.add("recover " + prepared);
        }

        @Override
        public void open() {
            told.add("open");
        }

        @Override
        public void write(String value, long timestamp) {
            told.add(value);
            written += value;
        }

        @Override
        public List<String> prepare(long checkpoint) {
            told.add("prepare " + checkpoint);
            List<String> parts = written.isEmpty() ? List.of() : List.of(checkpoint + ":" + written);
            written = "";
            return parts;
        }

        @Override
        public void commit(List<String> prepared) {
            told.add("commit " + prepared);
        }

        @Override
        public void close() {
            told.add("close");
        }
    }

    /** Four letters, 100 ms apart, and ten of event time. */
    record Letters() implements Source<String, Integer> {
        @Override
        public SourceReader<String, Integer> reader(StepContext context) {
            return new SourceReader<>() {
                private int next;

                @Override
                public ReadStatus read(SourceOutput<String> out, int limit, long nowNs) {
                    if (next == 4 || nowNs < TimeUnit.MILLISECONDS.toNanos(100L * next)) {
                        return ReadStatus.IDLE;
                    }
                    out.emit(Character.toString('a' + next), 10L * next + 10);
                    next++;
                    return ReadStatus.MORE;
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
