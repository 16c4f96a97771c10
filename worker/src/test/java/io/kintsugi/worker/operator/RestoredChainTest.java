package io.kintsugi.worker.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.KeyedStream;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.function.AggregateFunction;
import io.kintsugi.core.function.BroadcastContext;
import io.kintsugi.core.function.BroadcastStateSpec;
import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.KeyedBroadcastProcessFunction;
import io.kintsugi.core.function.ListState;
import io.kintsugi.core.function.ListStateSpec;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.function.WindowProcessFunction;
import io.kintsugi.core.graph.KeyGroups;
import io.kintsugi.core.window.Window;
import io.kintsugi.core.window.Windows;
import io.kintsugi.worker.schema.Codecs;
import io.kintsugi.worker.state.SubtaskShare;
import io.kintsugi.worker.state.TaskCapture;
import io.kintsugi.worker.state.TaskRestore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A chain that was restored goes on as the one that was captured, although that one has gone on since. */
class RestoredChainTest {
    private static final SubtaskShare SHARE = new SubtaskShare(0, 1, KeyGroups.DEFAULT);
    private static final String STEP = "step";

    private List<String> written = new ArrayList<>();

    @Test
    void windowsWithAccumulators() throws IOException {
        onePort(keyed -> keyed.window(Windows.sliding(Duration.ofMillis(20), Duration.ofMillis(10)))
                .aggregate(STEP, new Sums(), (key, window, sum) -> key + window.start() + "=" + sum));
    }

    private static final class Sums implements AggregateFunction<String, long[], Long> {
        @Override
        public long[] create() {
            return new long[1];
        }

        @Override
        public long[] add(String value, long[] sum) {
            sum[0] += Long.parseLong(value.substring(1));
            return sum;
        }

        @Override
        public long[] merge(long[] into, long[] other) {
            into[0] += other[0];
            return into;
        }

        @Override
        public Long result(long[] sum) {
            return sum[0];
        }
    }

    @Test
    void windowsWithOneRecord() throws IOException {
        onePort(keyed -> keyed.window(Windows.session(Duration.ofMillis(7)))
                .reduce(STEP, (a, b) -> a.length() >= b.length() ? a : b, (key, window, top) -> window.end() + top));
    }

    @Test
    void windowsWithAllRecords() throws IOException {
        onePort(keyed -> keyed.window(Windows.tumbling(Duration.ofMillis(20))).process(STEP, All::new));
    }

    private static final class All implements WindowProcessFunction<String, String, String> {
        @Override
        public void process(
                String key, Window window, List<String> values, ProcessContext context, Output<String> out) {
            out.emit(window.start() + values.toString());
        }
    }

    @Test
    void windowsWithPairs() throws IOException {
        twoPorts((first, second) ->
                first.connect(second).join(STEP, Windows.tumbling(Duration.ofMillis(20)), (a, b) -> a + b));
    }

    @Test
    void intervalsOfPairs() throws IOException {
        twoPorts((first, second) ->
                first.connect(second).join(STEP, Duration.ofMillis(-5), Duration.ofMillis(5), (a, b) -> a + b));
    }

    @Test
    void rulesThatWereBroadcast() throws IOException {
        JobDraft draft = draft();
        Stream<String> rules = source(draft, "rules");
        source(draft, "read")
                .keyBy(RestoredChainTest::key)
                .connectBroadcast(rules)
                .process(STEP, Ruled::new)
                .sink("write", context -> writer());
        check(draft, true);
    }

    private static final class Ruled implements KeyedBroadcastProcessFunction<String, String, String, String> {
        private static final BroadcastStateSpec<String, long[]> RULES =
                BroadcastStateSpec.of("rules", String.class, long[].class);

        @Override
        public List<BroadcastStateSpec<?, ?>> broadcastStates() {
            return List.of(RULES);
        }

        @Override
        public void process(String key, String value, BroadcastContext context, Output<String> out) {
            long[] rule = context.broadcast(RULES).get(key);
            out.emit(value + ":" + (rule == null ? "none" : rule[0]));
        }

        @Override
        public void processBroadcast(String value, BroadcastContext context, Output<String> out) {
            long[] rule = context.broadcast(RULES).get(key(value));
            rule = rule == null ? new long[1] : rule;
            rule[0]++;
            context.broadcast(RULES).put(key(value), rule);
        }
    }

    @Test
    void listsWithoutKeys() throws IOException {
        JobDraft draft = draft();
        source(draft, "read")
                .startNewChain()
                .process(STEP, Recent::new)
                .startNewChain()
                .sink("write", context -> writer());
        check(draft, false);
    }

    private static final class Recent implements ProcessFunction<String, String> {
        private static final ListStateSpec<String> RECENT = ListStateSpec.of("recent", String.class);

        @Override
        public List<StateSpec> states() {
            return List.of(RECENT);
        }

        @Override
        public void process(String value, ProcessContext context, Output<String> out) {
            ListState<String> recent = context.state(RECENT);
            recent.add(value);
            if (recent.get().size() > 3) {
                recent.set(recent.get().subList(1, 4));
            }
            out.emit(recent.get().toString());
        }
    }

    private void onePort(Function<KeyedStream<String, String>, Stream<String>> step) throws IOException {
        JobDraft draft = draft();
        step.apply(source(draft, "read").keyBy(RestoredChainTest::key)).sink("write", context -> writer());
        check(draft, false);
    }

    private void twoPorts(BiFunction<KeyedStream<String, String>, KeyedStream<String, String>, Stream<String>> step)
            throws IOException {
        JobDraft draft = draft();
        step.apply(
                        source(draft, "read").keyBy(RestoredChainTest::key),
                        source(draft, "second").keyBy(RestoredChainTest::key))
                .sink("write", context -> writer());
        check(draft, true);
    }

    private void check(JobDraft draft, boolean twoPorts) throws IOException {
        Job job = draft.build();
        Chain chain = opened(job, null);
        feed(chain, 0, 20, twoPorts);
        TaskCapture capture = new TaskCapture(SHARE, new Codecs());
        chain.capture(STEP, capture);
        written = new ArrayList<>();
        feed(chain, 20, 60, twoPorts);
        chain.end();
        List<String> expected = written;

        written = new ArrayList<>();
        Chain restored = opened(job, bytes(capture));
        feed(restored, 20, 60, twoPorts);
        restored.end();
        assertThat(expected).hasSizeGreaterThan(2);
        assertThat(written).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static Chain opened(Job job, byte[] version) {
        Chain chain = ChainFixture.of(job, STEP).chain;
        if (version != null) {
            TaskRestore restore = TaskRestore.open(SHARE, new Codecs(), List.of(new ByteArrayInputStream(version)));
            chain.restore(STEP, restore);
            assertThat(restore.unused()).isEmpty();
        }
        chain.open();
        return chain;
    }

    private static void feed(Chain chain, int from, int to, boolean twoPorts) {
        for (int i = from; i < to; i++) {
            Batch batch = new Batch(1);
            batch.add("abc".charAt(i % 3) + Integer.toString(i), i);
            chain.push(batch, twoPorts ? i / 3 % 2 : 0);
            if (i % 4 == 0) {
                chain.push(new Watermark(i - 3));
            }
        }
    }

    private static byte[] bytes(TaskCapture capture) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (capture) {
            capture.writeTo(out);
        }
        return out.toByteArray();
    }

    private static JobDraft draft() {
        return Job.named("restored").checkpointed(Duration.ofSeconds(1));
    }

    private static Stream<String> source(JobDraft draft, String name) {
        return draft.source(name, new ChainFixture.Numbers(1)).timestamps(EventTime.ofSource());
    }

    private static String key(String value) {
        return value.substring(0, 1);
    }

    private SinkWriter<String> writer() {
        return new SinkWriter<>() {
            @Override
            public void write(String value, long timestamp) {
                written.add(value + "@" + timestamp);
            }
        };
    }
}
