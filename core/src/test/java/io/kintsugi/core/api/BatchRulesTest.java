package io.kintsugi.core.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kintsugi.core.Discard;
import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.graph.ExecutionMode;
import io.kintsugi.core.graph.InvalidJobException;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.graph.PlanEdge;
import io.kintsugi.core.recovery.AbsentConsumer;
import io.kintsugi.core.window.Trigger;
import io.kintsugi.core.window.Windows;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a person reads who asks for batch mode and for something that cannot work in it. */
final class BatchRulesTest {
    private final JobDraft draft = Job.named("clicks").mode(ExecutionMode.BATCH);

    @Test
    void makesAllExchangesBlockingAndSaysSoInTheFingerprint() {
        count(draft, new Counted(true)).sink("out", new Discard<>());
        Job batch = draft.build();
        Job streaming = draft.mode(ExecutionMode.STREAMING).build();

        assertThat(Plan.of(batch.graph()).edges()).allMatch(PlanEdge::isBlocking);
        assertThat(Plan.of(streaming.graph()).edges()).noneMatch(PlanEdge::isBlocking);
        assertThat(batch.graph().fingerprint()).isNotEqualTo(streaming.graph().fingerprint());
    }

    @Test
    void streamsUnlessAskedForSomethingElse() {
        JobDraft plain = Job.named("plain");
        count(plain, new Counted(true)).sink("out", new Discard<>());

        assertThat(plain.build().graph().isBatch()).isFalse();
    }

    @Test
    void choosesByItselfWhetherAllSourcesEnd() {
        JobDraft ends = Job.named("ends").mode(ExecutionMode.AUTOMATIC);
        count(ends, new Counted(true)).sink("out", new Discard<>());
        JobDraft endless = Job.named("endless").mode(ExecutionMode.AUTOMATIC);
        count(endless, new Counted(false)).sink("out", new Discard<>());

        assertThat(ends.build().graph().isBatch()).isTrue();
        assertThat(endless.build().graph().isBatch()).isFalse();
    }

    @Test
    void refusesBarriersWithTheEdgeThatWouldHaveToKeepThem() {
        count(draft, new Counted(true)).sink("out", new Discard<>());
        draft.checkpointed(Duration.ofSeconds(1));

        assertThat(problems())
                .containsExactly(
                        "the blocking exchange from 'read' to 'count' would have to keep a barrier, which requires"
                                + " a pipelined one since all tasks of a job have to see it while they run: remove"
                                + " checkpointed(...), or choose mode(STREAMING)");
    }

    @Test
    void refusesCheckpointsAlsoWhereThereIsNoExchange() {
        draft.source("read", new Counted(true)).sink("out", new Discard<>());
        draft.checkpointed(Duration.ofSeconds(1));

        assertThat(problems()).singleElement().asString().contains("remove checkpointed(...)");
    }

    @Test
    void refusesSourcesThatBecomeIdle() {
        Stream<Long> numbers = draft.source("read", new Counted(true))
                .timestamps(EventTime.<Long>from(n -> n).idleTimeout(Duration.ofSeconds(1)));
        numbers.rebalance().map("plus", n -> n + 1).parallelism(2).sink("out", new Discard<>());

        assertThat(problems())
                .singleElement()
                .asString()
                .contains("from 'read' to 'plus'", "an idle signal", "remove idleTimeout(...)");
    }

    @Test
    void refusesLatencyMarkersOnEachEdge() {
        count(draft, new Counted(true)).sink("out", new Discard<>()).startNewChain();
        draft.latencyMarkers(Duration.ofSeconds(1));

        assertThat(problems())
                .containsExactly(
                        "the blocking exchange from 'read' to 'count' would have to keep a latency marker, which requires"
                                + " a pipelined one since it measures how long records are under way: remove"
                                + " latencyMarkers(...), or choose mode(STREAMING)",
                        "the blocking exchange from 'count' to 'out' would have to keep a latency marker, which requires"
                                + " a pipelined one since it measures how long records are under way: remove"
                                + " latencyMarkers(...), or choose mode(STREAMING)");
    }

    @Test
    void refusesLatencyMarkersThatComeTooOften() {
        assertThatThrownBy(() -> draft.latencyMarkers(Duration.ofMillis(9)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("latency markers: interval of at least 10 ms expected, found 9 ms");
    }

    @Test
    void refusesUserEventsOnEachEdgeBehindTheStepThatSendsThem() {
        count(draft, new Counted(true))
                .process("tell", Telling::new)
                .sink("out", new Discard<>())
                .startNewChain();

        assertThat(problems())
                .containsExactly(
                        "the blocking exchange from 'count' to 'out' would have to keep a user event, which requires a"
                                + " pipelined one since it is told to functions that run at the same time: declare none in"
                                + " sendsEvents(), or choose mode(STREAMING)");
    }

    @Test
    void knowsTheClassesOfEventsAndRefusesThoseThatACodecCouldNotKnow() {
        JobDraft streaming = Job.named("telling");
        count(streaming, new Counted(true)).process("tell", Telling::new).sink("out", new Discard<>());
        assertThat(Plan.of(streaming.build().graph()).recordTypes()).contains(Told.class);

        JobDraft open = Job.named("open");
        count(open, new Counted(true)).process("tell", TellingAnything::new).sink("out", new Discard<>());
        assertThat(catchThrowableOfType(InvalidJobException.class, open::build).problems())
                .singleElement()
                .asString()
                .startsWith("step 'tell': the events of class java.lang.Object that it sends are not fully known: ");
    }

    @Test
    void refusesASourceThatNeverEnds() {
        count(draft, new Counted(false)).sink("out", new Discard<>());

        assertThat(problems()).singleElement().asString().startsWith("step 'read': it never ends");
    }

    @Test
    void refusesTimersOfTheTimeOfDay() {
        count(draft, new Counted(true))
                .keyBy(n -> n % 2)
                .process("late", Clocked::new)
                .sink("out", new Discard<>());

        assertThat(problems()).singleElement().asString().startsWith("step 'late': it works by the time of day");
    }

    @Test
    void refusesWindowsThatSpeakByTheClock() {
        draft.source("read", new Counted(true))
                .timestamps(EventTime.from(n -> n))
                .keyBy(n -> n % 2)
                .window(Windows.tumbling(Duration.ofSeconds(1)))
                .early(Trigger.every(Duration.ofSeconds(1)))
                .reduce("sum", Long::sum, (key, window, sum) -> sum)
                .sink("out", new Discard<>());

        assertThat(problems()).singleElement().asString().startsWith("step 'sum': it works by the time of day");
    }

    @Test
    void refusesSparesAndPoliciesForAbsentConsumers() {
        count(draft, new Counted(true))
                .standby(1)
                .absentConsumer(AbsentConsumer.block())
                .sink("out", new Discard<>());

        assertThat(problems())
                .hasSize(2)
                .anySatisfy(problem -> assertThat(problem).contains("standby"))
                .anySatisfy(problem -> assertThat(problem).contains("absentConsumer"));
    }

    private List<String> problems() {
        return catchThrowableOfType(InvalidJobException.class, draft::build).problems();
    }

    private static Stream<Long> count(JobDraft job, Source<Long, Long> source) {
        return job.source("read", source).keyBy(n -> n % 2).process("count", Unclocked::new);
    }

    private static class Unclocked implements KeyedProcessFunction<Long, Long, Long> {
        @Override
        public void process(Long key, Long value, ProcessContext context, Output<Long> out) {
            out.emit(value);
        }
    }

    private record Told(long number) {}

    private static class Telling implements ProcessFunction<Long, Long> {
        @Override
        public List<Class<?>> sendsEvents() {
            return List.of(Told.class);
        }

        @Override
        public void process(Long value, ProcessContext context, Output<Long> out) {
            context.send(new Told(value));
        }
    }

    private static final class TellingAnything extends Telling {
        @Override
        public List<Class<?>> sendsEvents() {
            return List.of(Object.class);
        }
    }

    private static final class Clocked extends Unclocked {
        @Override
        public boolean usesProcessingTime() {
            return true;
        }
    }
}
