package io.kintsugi.worker.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.element.LatencyMarker;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.function.FlatMapFunction;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.graph.KeyGroups;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChainTest {
    private final List<String> written = new ArrayList<>();
    private final JobDraft draft = Job.named("chains");
    private Stream<String> numbers;

    @BeforeEach
    void source() {
        numbers = draft.source("numbers", new ChainFixture.Numbers(100)).startNewChain();
    }

    @Test
    void passesRecordsThroughMapFilterAndSinkInOrder() {
        numbers.rebalance()
                .map("tag", value -> value + "!")
                .filter("odd", value -> value.charAt(0) % 2 == 1)
                .sink("out", sink());
        Chain chain = ChainFixture.of(draft.build(), "tag").chain;

        assertThat(chain.push(ChainFixture.batch("1", "2", "3"))).isTrue();
        assertThat(chain.push(ChainFixture.batch("4", "5"))).isTrue();

        assertThat(written).containsExactly("1!@0", "3!@2", "5!@1");
        assertThat(chain.recordsWritten()).isEqualTo(3);
    }

    @Test
    void readsASourceBatchByBatchUntilItsEnd() {
        numbers.sink("out", sink());
        Chain chain = ChainFixture.of(draft.build(), "numbers").chain;

        while (chain.readStatus() != ReadStatus.END) {
            assertThat(chain.read(0)).isTrue();
        }

        assertThat(written).hasSize(100).startsWith("0@0", "1@1").endsWith("99@99");
        assertThat(chain.recordsRead()).isEqualTo(100);
    }

    @Test
    void stopsBetweenTwoRecordsWhenAnOutputIsFullAndKeepsWhatOneCallEmitted() {
        numbers.rebalance()
                .flatMap("six", new SixTimes())
                .rebalance()
                .sink("out", sink())
                .parallelism(2);
        ChainFixture fixture = ChainFixture.withoutCredit(draft.build(), "six");

        assertThat(fixture.chain.push(ChainFixture.batch("a", "b", "c"))).isFalse();
        boolean done = false;
        for (int credits = 0; !done; credits++) {
            assertThat(credits).isLessThan(20);
            fixture.lanes.forEach(lane -> lane.credit++);
            done = fixture.chain.resume();
        }
        fixture.lanes.forEach(lane -> lane.credit++);
        assertThat(fixture.chain.end()).isTrue();

        List<Object> all = new ArrayList<>();
        fixture.lanes.forEach(lane -> all.addAll(lane.received));
        assertThat(all.stream().filter(element -> element instanceof String))
                .hasSize(18)
                .doesNotHaveDuplicates();
        assertThat(fixture.lanes).allSatisfy(lane -> assertThat(lane.received).endsWith(EndOfInput.INSTANCE));
    }

    @Test
    void sendsPartOfABatchAfterTheFlushIntervalAndBeforeAControlElement() {
        numbers.rebalance().map("copy", value -> value).rebalance().sink("out", sink());
        ChainFixture fixture = ChainFixture.of(draft.build(), "copy");
        CreditLane lane = fixture.lanes.get(0);

        fixture.chain.push(ChainFixture.batch("1"));
        assertThat(lane.received).isEmpty();
        fixture.chain.tick(ChainFixture.FLUSH_NS);
        assertThat(lane.received).containsExactly("1");
        fixture.chain.push(ChainFixture.batch("2"));
        fixture.chain.push(new Watermark(7));
        assertThat(lane.received).containsExactly("1", "2", new Watermark(7));
    }

    @Test
    void aLatencyMarkerGoesToOneLaneInTurnsBehindTheBatchThatIsBeingFilled() {
        numbers.rebalance()
                .map("copy", value -> value)
                .rebalance()
                .sink("out", sink())
                .parallelism(2);
        ChainFixture fixture = ChainFixture.of(draft.build(), "copy");
        LatencyMarker first = new LatencyMarker(0, 1);
        LatencyMarker third = new LatencyMarker(0, 3);

        fixture.chain.push(first);
        assertThat(fixture.lanes.get(1).received).containsExactly(first);
        fixture.chain.push(ChainFixture.batch("a", "b"));
        fixture.chain.push(new LatencyMarker(0, 2));
        fixture.chain.push(third); // Dropped, since another waits.
        assertThat(fixture.lanes.get(0).received).isEmpty();
        fixture.chain.tick(ChainFixture.FLUSH_NS);

        assertThat(fixture.lanes.get(0).received).containsExactly("a", new LatencyMarker(0, 2));
        assertThat(fixture.lanes.get(1).received).containsExactly(first, "b");
    }

    @Test
    void aLatencyMarkerDoesNotSuspendTheChain() {
        numbers.rebalance().map("copy", value -> value).rebalance().sink("out", sink());
        ChainFixture fixture = ChainFixture.withoutCredit(draft.build(), "copy");

        assertThat(fixture.chain.push(ChainFixture.batch("a"))).isTrue();
        assertThat(fixture.chain.push(new LatencyMarker(0, 1))).isTrue();
        assertThat(fixture.lanes.get(0).received).isEmpty();
    }

    @Test
    void sendsEachKeyToTheLaneThatOwnsItsGroup() {
        JobDraft spread = Job.named("spread");
        spread.source("numbers", new ChainFixture.Numbers(1))
                .keyBy(value -> value)
                .process("count", Count::new)
                .parallelism(3)
                .sink("out", sink());
        ChainFixture fixture = ChainFixture.of(spread.build(), "numbers");

        fixture.chain.read(0);
        fixture.chain.end();

        int owner = KeyGroups.subtaskOf(KeyGroups.groupOf("0", KeyGroups.DEFAULT), 3, KeyGroups.DEFAULT);
        assertThat(fixture.lanes.get(owner).received).startsWith("0");
        assertThat(fixture.lanes)
                .hasSize(3)
                .allSatisfy(lane -> assertThat(lane.received).endsWith(EndOfInput.INSTANCE));
    }

    @Test
    void broadcastsToEveryLaneOrWaitsForAll() {
        numbers.rebalance()
                .map("copy", value -> value)
                .broadcast()
                .sink("out", sink())
                .parallelism(3);
        ChainFixture fixture = ChainFixture.of(draft.build(), "copy");
        fixture.lanes.get(1).credit = 0;

        assertThat(fixture.chain.push(ChainFixture.batch("1", "2", "3", "4", "5")))
                .isFalse();
        fixture.lanes.get(1).credit = 10;
        assertThat(fixture.chain.resume()).isTrue();
        fixture.chain.end();

        assertThat(fixture.lanes)
                .allSatisfy(lane ->
                        assertThat(lane.received).containsExactly("1", "2", "3", "4", "5", EndOfInput.INSTANCE));
    }

    @Test
    void keepsAValueForEachKeyAndForgetsTheClearedOne() {
        numbers.keyBy(value -> value.substring(0, 1))
                .process("count", Count::new)
                .sink("out", sink());
        Chain chain = ChainFixture.of(draft.build(), "count").chain;
        chain.open();

        chain.push(ChainFixture.batch("a", "b", "a", "a-clear", "a", "b"));

        assertThat(written).containsExactly("a=1@0", "b=1@1", "a=2@2", "a=3@3", "a=1@4", "b=2@5");
    }

    @Test
    void givesSideOutputsTheirOwnWay() {
        Stream<String> evens = numbers.rebalance().process("split", Split::new);
        evens.sideOutput(Split.ODD).rebalance().map("text", Object::toString).sink("odd", sink());
        evens.rebalance().sink("even", sink());
        ChainFixture fixture = ChainFixture.of(draft.build(), "split");

        fixture.chain.push(ChainFixture.batch("1", "2", "3", "4"));
        fixture.chain.end();

        assertThat(fixture.lanes.get(0).received).containsExactly(1L, 3L, EndOfInput.INSTANCE);
        assertThat(fixture.lanes.get(1).received).containsExactly("2", "4", EndOfInput.INSTANCE);
    }

    @Test
    void lastWordsOfAFunctionGoOutBehindItsRecordsAndBeforeTheEndAlsoWhenTheyHaveToWait() {
        numbers.rebalance().process("last", LastWords::new).rebalance().sink("out", sink());
        ChainFixture fixture = ChainFixture.withoutCredit(draft.build(), "last");

        assertThat(fixture.chain.push(ChainFixture.batch("a"))).isTrue();
        boolean done = fixture.chain.end();
        assertThat(done).isFalse();
        for (int credits = 0; !done; credits++) {
            assertThat(credits).isLessThan(10);
            fixture.lanes.get(0).credit++;
            done = fixture.chain.resume();
        }

        assertThat(fixture.lanes.get(0).received)
                .containsExactly("a", "bye0", "bye1", "bye2", "bye3", "bye4", "bye5", EndOfInput.INSTANCE);
    }

    @Test
    void namesTheStepWhoseFunctionThrows() {
        numbers.rebalance()
                .flatMap("six", new SixTimes())
                .map("parse", value -> Integer.toString(Integer.parseInt(value)))
                .sink("out", sink());
        Chain chain = ChainFixture.of(draft.build(), "six").chain;

        assertThatThrownBy(() -> chain.push(ChainFixture.batch("x")))
                .isInstanceOf(StepFailedException.class)
                .hasMessageStartingWith("step 'parse' failed in map: java.lang.NumberFormatException");
    }

    private Sink<String> sink() {
        return context -> new SinkWriter<>() {
            @Override
            public void write(String value, long timestamp) {
                written.add(value + "@" + timestamp);
            }
        };
    }

    private static final class SixTimes implements FlatMapFunction<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void flatMap(String value, Output<String> out) {
            for (int i = 0; i < 6; i++) {
                out.emit(value + i);
            }
        }
    }

    private static final class LastWords implements ProcessFunction<String, String> {
        @Override
        public void process(String value, ProcessContext context, Output<String> out) {
            out.emit(value);
        }

        @Override
        public void finish(ProcessContext context, Output<String> out) {
            for (int i = 0; i < 6; i++) {
                out.emit("bye" + i);
            }
        }
    }

    private static final class Count implements KeyedProcessFunction<String, String, String> {
        private static final ValueStateSpec<Integer> COUNT = ValueStateSpec.of("count", Integer.class);
        private ValueState<Integer> count;

        @Override
        public List<ValueStateSpec<?>> states() {
            return List.of(COUNT);
        }

        @Override
        public void open(ProcessContext context) {
            count = context.state(COUNT);
        }

        @Override
        public void process(String key, String value, ProcessContext context, Output<String> out) {
            count.set(count.getOr(0) + 1);
            out.emit(key + "=" + count.get());
            if (value.endsWith("clear")) {
                count.clear();
            }
        }
    }

    private static final class Split implements ProcessFunction<String, String> {
        static final SideOutput<Long> ODD = SideOutput.of("odd", Long.class);

        @Override
        public void process(String value, ProcessContext context, Output<String> out) {
            long number = Long.parseLong(value);
            if (number % 2 == 1) {
                context.emit(ODD, number);
            } else {
                out.emit(value);
            }
        }
    }
}
