package io.kintsugi.testkit.simulation;

import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.recovery.Checkpointing;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.recovery.RestartStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * Numbers from two sources, counted by key in three tasks, written by two sinks: each number must come out once, and the
 * counts of each key must be 1, 2, 3 and so on. A record that was lost, doubled, or counted twice shows in one of the two.
 */
public final class CountingJob {
    private static final int SOURCES = 2;
    private static final int KEYS = 7;
    private static final double NUMBERS_PER_SECOND = 1_200;
    private static final ValueStateSpec<Long> COUNT = ValueStateSpec.of("count", Long.class);

    private final int perSource;
    private final Outside<Counted> outside = new Outside<>();

    /** A number and its key. */
    public record Item(int key, long number) {}

    /** The {@code count}th number of its key. */
    public record Counted(int key, long number, long count) {}

    /** @param perSource numbers that each of the sources emits */
    public CountingJob(int perSource) {
        this.perSource = perSource;
    }

    /** With a checkpoint every 40 ms, and restarts after 10 ms without end. */
    public Job job() {
        Recovery recovery = Recovery.region()
                .restart(RestartStrategy.exponential(
                        Duration.ofMillis(10), Duration.ofMillis(20), 0.1, Duration.ofMillis(100)));
        var draft = Job.named("counting")
                .checkpointed(Checkpointing.every(Duration.ofMillis(40))
                        .timeout(Duration.ofMillis(300))
                        .maxSuccessiveTimeouts(1_000))
                .recovery(recovery);
        GeneratorSource<Item> numbers =
                GeneratorSource.of(Item.class, number -> new Item((int) (number % KEYS), number));
        draft.source("read", numbers.records((long) SOURCES * perSource).rate(NUMBERS_PER_SECOND))
                .parallelism(SOURCES)
                .keyBy(Item::key)
                .process("count", Count::new)
                .parallelism(3)
                .rebalance()
                .sink("write", outside.sink())
                .parallelism(2);
        return draft.build();
    }

    /** What is wrong with all that was committed, in words; nothing while everything is right. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>(lost());
        timesByNumber().forEach((number, times) -> {
            if (times > 1) {
                problems.add("number " + number + " came out " + times + " times");
            }
        });
        countsByKey().forEach((key, counts) -> {
            for (int i = 0; i < counts.size(); i++) {
                if (counts.get(i) != i + 1) {
                    problems.add("key " + key + ": count " + (i + 1) + " expected, found " + counts.get(i));
                    return;
                }
            }
        });
        return problems;
    }

    /** What is wrong with a job that has stopped with a savepoint: whatever it covers is committed. */
    public List<String> openParts() {
        return outside.open() == 0 ? List.of() : List.of(outside.open() + " parts are prepared and not committed");
    }

    /** The numbers that have not come out. */
    public List<String> lost() {
        Map<Long, Integer> times = timesByNumber();
        return LongStream.range(0, (long) SOURCES * perSource)
                .filter(number -> !times.containsKey(number))
                .mapToObj(number -> "number " + number + " did not come out")
                .toList();
    }

    private Map<Long, Integer> timesByNumber() {
        Map<Long, Integer> times = new TreeMap<>();
        outside.committed().forEach(counted -> times.merge(counted.number(), 1, Integer::sum));
        return times;
    }

    private Map<Integer, List<Long>> countsByKey() {
        Map<Integer, List<Long>> counts = new TreeMap<>();
        outside.committed()
                .forEach(counted -> counts.computeIfAbsent(counted.key(), key -> new ArrayList<>())
                        .add(counted.count()));
        counts.values().forEach(Collections::sort);
        return counts;
    }

    private static final class Count implements KeyedProcessFunction<Integer, Item, Counted> {
        private ValueState<Long> count;

        @Override
        public List<ValueStateSpec<?>> states() {
            return List.of(COUNT);
        }

        @Override
        public void open(ProcessContext context) {
            count = context.state(COUNT);
        }

        @Override
        public void process(Integer key, Item item, ProcessContext context, Output<Counted> out) {
            long counted = count.getOr(0L) + 1;
            count.set(counted);
            out.emit(new Counted(key, item.number(), counted));
        }
    }
}
