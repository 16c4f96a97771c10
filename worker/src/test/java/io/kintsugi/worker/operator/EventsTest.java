package io.kintsugi.worker.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.element.UserEvent;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events keep their place between the records of their channel, whatever is suspended meanwhile. */
final class EventsTest {
    private static final SideOutput<String> SIDE = SideOutput.of("side", String.class);

    private final JobDraft draft = Job.named("telling");
    private final List<String> written = new ArrayList<>();
    private Stream<String> numbers;

    private record Told(String value) {}

    private record Undeclared() {}

    @BeforeEach
    void source() {
        numbers = draft.source("numbers", new ChainFixture.Numbers(1)).startNewChain();
    }

    @Test
    void anEventComesBehindWhatWasEmittedBeforeItAndAheadOfWhatComesLater() {
        numbers.rebalance()
                .process("tell", Telling::new)
                .outputType(String.class)
                .rebalance()
                .sink("out", sink())
                .parallelism(2);
        ChainFixture fixture = ChainFixture.of(draft.build(), "tell");

        assertThat(fixture.chain.push(ChainFixture.batch("a", "b"))).isTrue();
        assertThat(fixture.chain.end()).isTrue();

        assertThat(words(fixture.lanes.get(0))).containsExactly("a1", "told 1", "b1", "told 2", "end");
        assertThat(words(fixture.lanes.get(1))).containsExactly("told 1", "a2", "told 2", "b2", "end");
    }

    @Test
    void keepsTheOrderOfACallThatIsSuspendedByALaneWithoutCredit() {
        numbers.rebalance()
                .process("tell", TellingTwice::new)
                .outputType(String.class)
                .rebalance()
                .sink("out", sink());
        ChainFixture fixture = ChainFixture.withoutCredit(draft.build(), "tell");
        CreditLane lane = fixture.lanes.get(0);

        boolean done = fixture.chain.push(ChainFixture.batch("a", "b", "c"));
        assertThat(done).isFalse();
        assertThat(lane.received).isEmpty();
        for (int credits = 0; !done; credits++) {
            assertThat(credits).isLessThan(50);
            lane.credit++;
            done = fixture.chain.resume();
        }
        lane.credit++;
        assertThat(fixture.chain.end()).isTrue();

        assertThat(words(lane))
                .containsExactly(
                        "a1", "told 1", "a2", "told 2", "a3", "b1", "told 3", "b2", "told 4", "b3", "c1", "told 5",
                        "c2", "told 6", "c3", "end");
    }

    @Test
    void goesToAllOutputsOfItsStepAndPassesStepsThatDoNotHearIt() {
        Stream<String> told = numbers.rebalance().process("tell", Telling::new).outputType(String.class);
        told.sideOutput(SIDE).sink("aside", sink()).startNewChain();
        told.map("copy", value -> value).rebalance().sink("out", sink()).parallelism(2);
        ChainFixture fixture = ChainFixture.of(draft.build(), "tell");

        fixture.chain.push(ChainFixture.batch("a"));
        fixture.chain.flush();

        assertThat(fixture.lanes)
                .hasSize(2)
                .allSatisfy(lane -> assertThat(words(lane)).contains("told 1"));
    }

    @Test
    void functionsAndSinksOfTheSameTaskHearItWhereItIs() {
        numbers.rebalance()
                .process("tell", Telling::new)
                .outputType(String.class)
                .process("hear", Hearing::new)
                .outputType(String.class)
                .sink("out", sink());
        Chain chain = ChainFixture.of(draft.build(), "tell").chain;

        chain.push(ChainFixture.batch("a"));

        assertThat(written).containsExactly("a1", "heard a", "sink heard a", "a2");
    }

    @Test
    void aSourceSendsThemBetweenTheRecordsOfARead() {
        JobDraft other = Job.named("source");
        other.source("read", new TellingSource()).rebalance().sink("out", sink());
        ChainFixture fixture = ChainFixture.withoutCredit(other.build(), "read");
        CreditLane lane = fixture.lanes.get(0);

        boolean done = fixture.chain.read(0);
        for (int credits = 0; !done; credits++) {
            assertThat(credits).isLessThan(50);
            lane.credit++;
            done = fixture.chain.resume();
        }
        lane.credit++;
        fixture.chain.end();

        assertThat(words(lane)).containsExactly("told 1", "a", "b", "told 2", "c", "end");
        assertThat(fixture.chain.recordsRead()).isEqualTo(3);
    }

    @Test
    void refusesAnEventThatItsStepHasNotDeclared() {
        numbers.rebalance()
                .process("tell", Undeclaring::new)
                .outputType(String.class)
                .sink("out", sink());
        Chain chain = ChainFixture.of(draft.build(), "tell").chain;

        assertThatThrownBy(() -> chain.push(ChainFixture.batch("a")))
                .isInstanceOf(StepFailedException.class)
                .rootCause()
                .hasMessage("step 'tell' sends an event of class " + Undeclared.class.getName()
                        + ", and declares none: add it to what sendsEvents() gives");
    }

    @Test
    void doesNotMakeTimersDueBeforeTheirTime() {
        numbers.rebalance()
                .process("hear", Hearing::new)
                .outputType(String.class)
                .sink("out", sink());
        Chain chain = ChainFixture.of(draft.build(), "hear").chain;

        chain.push(new UserEvent(new UserEvent.Origin("read", 0, 1, 1), new Told("x")));

        assertThat(written).containsExactly("heard x", "sink heard x");
    }

    private static List<String> words(CreditLane lane) {
        return lane.received.stream().map(EventsTest::word).toList();
    }

    private static String word(Object received) {
        if (received instanceof UserEvent event) {
            return "told " + event.origin().number();
        }
        return received instanceof EndOfInput ? "end" : received.toString();
    }

    private Sink<String> sink() {
        return context -> new SinkWriter<>() {
            @Override
            public void write(String value, long timestamp) {
                written.add(value);
            }

            @Override
            public void onEvent(Object event) {
                written.add("sink heard " + ((Told) event).value());
            }
        };
    }

    /** Emits each record twice, with an event in between. */
    private static final class Telling implements ProcessFunction<String, String> {
        @Override
        public List<Class<?>> sendsEvents() {
            return List.of(Told.class);
        }

        @Override
        public void process(String value, ProcessContext context, Output<String> out) {
            out.emit(value + "1");
            context.send(new Told(value));
            out.emit(value + "2");
        }
    }

    /** Sends two events in one call, with records around them. */
    private static final class TellingTwice implements ProcessFunction<String, String> {
        @Override
        public List<Class<?>> sendsEvents() {
            return List.of(Told.class);
        }

        @Override
        public void process(String value, ProcessContext context, Output<String> out) {
            out.emit(value + "1");
            context.send(new Told(value));
            out.emit(value + "2");
            context.send(new Told(value));
            out.emit(value + "3");
        }
    }

    private static final class Undeclaring implements ProcessFunction<String, String> {
        @Override
        public void process(String value, ProcessContext context, Output<String> out) {
            context.send(new Undeclared());
        }
    }

    private static final class Hearing implements ProcessFunction<String, String> {
        @Override
        public void process(String value, ProcessContext context, Output<String> out) {
            out.emit(value);
        }

        @Override
        public void onEvent(Object event, ProcessContext context, Output<String> out) {
            out.emit("heard " + ((Told) event).value());
        }
    }

    private static final class TellingSource implements Source<String, Long> {
        @Override
        public List<Class<?>> sendsEvents() {
            return List.of(Told.class);
        }

        @Override
        public SourceReader<String, Long> reader(StepContext context) {
            return new SourceReader<>() {
                @Override
                public ReadStatus read(SourceOutput<String> out, int limit, long nowNs) {
                    out.send(new Told("first"));
                    out.emit("a");
                    out.emit("b");
                    out.send(new Told("second"));
                    out.emit("c");
                    return ReadStatus.END;
                }

                @Override
                public Long position() {
                    return 0L;
                }

                @Override
                public void seek(Long position) {}
            };
        }
    }
}
