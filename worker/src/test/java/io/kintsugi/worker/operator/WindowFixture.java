package io.kintsugi.worker.operator;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.api.WindowedStream;
import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ClockTick;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.function.AggregateFunction;
import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.window.GlobalWindows;
import io.kintsugi.core.window.Windows;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** One window step over records "key:time", whose key is the part before the colon; its results as text. */
final class WindowFixture {
    static final SideOutput<String> LATE = SideOutput.of("late", String.class);

    final List<String> results = new ArrayList<>();
    final List<String> late = new ArrayList<>();
    final Chain chain;
    private final ChainFixture fixture;
    private long nowNs;

    /** A window as "key[start,end)FIRING=records", the records sorted. */
    WindowFixture(Windows windows, UnaryOperator<WindowedStream<String, String>> settings) {
        JobDraft draft = Job.named("windows");
        WindowedStream<String, String> windowed = settings.apply(draft.source("numbers", new ChainFixture.Numbers(1))
                .timestamps(EventTime.ofSource())
                .keyBy(value -> value.substring(0, value.indexOf(':')))
                .window(windows));
        Stream<String> told = windowed.aggregate(
                "window",
                new Together(),
                (key, window, all) ->
                        "%s[%d,%d)%s=%s".formatted(key, window.start(), window.end(), window.firing(), all));
        told.sink("out", into(results));
        if (!(windows instanceof GlobalWindows)) {
            told.sideOutput(LATE).sink("late", into(late));
        }
        fixture = ChainFixture.of(draft.build(), "window");
        chain = fixture.chain;
        chain.open();
    }

    static WindowFixture of(Windows windows) {
        return new WindowFixture(windows, stream -> stream.lateTo(LATE));
    }

    void record(String record) {
        Batch batch = new Batch(1);
        batch.add(record, Long.parseLong(record.substring(record.indexOf(':') + 1)));
        chain.push(batch);
        collect();
    }

    void records(String... records) {
        for (String record : records) {
            record(record);
        }
    }

    void watermark(long timestamp) {
        chain.push(new Watermark(timestamp));
        collect();
    }

    void clock(long epochMs) {
        fixture.clock.set(0, epochMs);
        if (chain.timerDue(epochMs)) {
            chain.push(new ClockTick(epochMs));
        }
        collect();
    }

    void end() {
        chain.end();
        collect();
    }

    /** What was told since the last call. */
    List<String> told() {
        List<String> told = List.copyOf(results);
        results.clear();
        return told;
    }

    private void collect() {
        nowNs += ChainFixture.FLUSH_NS;
        chain.tick(nowNs);
        int lane = 0;
        for (List<String> into : List.of(results, late)) {
            if (lane < fixture.lanes.size()) {
                List<Object> received = fixture.lanes.get(lane++).received;
                received.stream()
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .forEach(into::add);
                received.clear();
            }
        }
    }

    private static Sink<String> into(List<String> list) {
        return context -> new SinkWriter<>() {
            @Override
            public void write(String value, long timestamp) {
                list.add(value);
            }
        };
    }

    /** The times of all records, changed in place. */
    private static final class Together implements AggregateFunction<String, SortedSet<Long>, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public SortedSet<Long> create() {
            return new TreeSet<>();
        }

        @Override
        public SortedSet<Long> add(String value, SortedSet<Long> accumulator) {
            accumulator.add(Long.parseLong(value.substring(value.indexOf(':') + 1)));
            return accumulator;
        }

        @Override
        public SortedSet<Long> merge(SortedSet<Long> into, SortedSet<Long> other) {
            into.addAll(other);
            return into;
        }

        @Override
        public String result(SortedSet<Long> accumulator) {
            return accumulator.toString();
        }
    }
}
