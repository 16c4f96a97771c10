package io.kintsugi.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.kintsugi.connectors.collect.Collected;
import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.JobParameters;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.graph.PlanVertex;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.recovery.AbsentConsumer;
import io.kintsugi.core.recovery.Checkpointing;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.examples.docs.WordCounter.WordCount;
import io.kintsugi.testkit.JobTestDriver;
import io.kintsugi.testkit.OperatorHarness;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs what docs/writing-a-job.md shows. */
class WritingAJobTest {
    record Reading(long sensor, double celsius) {
        long atMs() {
            return 1_000 * sensor;
        }
    }

    // doc: sealed
    sealed interface Event permits Click, View {}

    record Click(long user, String button) implements Event {}

    record View(long user, List<String> items) implements Event {}
    // end

    @Test
    void countsWords(@TempDir Path folder) throws Exception {
        Path input = Files.writeString(folder.resolve("in.txt"), "To be, or not to be\nthat is the question\n");
        TreeMap<String, String> parameters = new TreeMap<>();
        parameters.put("input", input.toString());
        parameters.put("output", folder.resolve("out").toString());

        run(new WordCountJob().build(new JobParameters(parameters)));

        assertThat(Files.readString(folder.resolve("out/write-0-attempt-1.jsonl"))
                        + Files.readString(folder.resolve("out/write-1-attempt-1.jsonl")))
                .contains("{\"word\":\"be\",\"count\":2}", "{\"word\":\"question\",\"count\":1}")
                .hasLineCount(10);
    }

    @Test
    void refusesAParameterThatTheJobDoesNotKnow() {
        TreeMap<String, String> parameters = new TreeMap<>();
        parameters.put("input", "in");
        parameters.put("output", "out");
        parameters.put("counter", "3");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WordCountJob().build(new JobParameters(parameters)))
                .withMessage("parameter 'counter' is not known to this job; did you mean 'counters'?");
    }

    @Test
    void sendsBadReadingsToTheSide() {
        Collected<Reading> good = Collected.atMost(100);
        Collected<Reading> bad = Collected.atMost(100);
        JobDraft job = Job.named("readings");
        Stream<Reading> readings = job.source(
                "read", GeneratorSource.of(i -> new Reading(i, i * 10.0)).records(10));

        // doc: side-output
        Stream<Reading> checked = readings.process("check", RangeCheck::new);
        checked.sink("good", good.sink());
        checked.sideOutput(RangeCheck.REJECTED).sink("bad", bad.sink());
        // end
        run(job.build());

        assertThat(good.count()).isEqualTo(6);
        assertThat(bad.count()).isEqualTo(4);
    }

    @Test
    void findsAllClassesOfASealedInterface() {
        JobDraft job = Job.named("events");

        // doc: types
        Stream<Event> events = job.source("read", GeneratorSource.numbers())
                .<Event>map("parse", n -> n % 2 == 0 ? new Click(n, "buy") : new View(n, List.of("cup")));
        events.rebalance() // Records leave the task here, so their class must be known.
                .<String>flatMap("items", (event, out) -> {
                    if (event instanceof View view) {
                        view.items().forEach(out::emit);
                    }
                })
                .outputType(String.class) // A lambda does not tell what it emits to an Output.
                .keyBy(item -> item)
                .unkeyed()
                .sink("write", Collected.<String>atMost(10).sink());
        // end

        assertThat(Plan.of(job.build().graph()).recordTypes()).containsExactly(Event.class, Click.class, View.class);
    }

    @Test
    void cutsAJobIntoTasks() {
        JobDraft job = Job.named("tasks");

        // doc: chains
        job.source("read", GeneratorSource.numbers())
                .parallelism(2)
                .map("clean", n -> n) // read and clean share 2 tasks
                .rebalance()
                .map("score", n -> n * n) // 4 tasks; each reads from both tasks before
                .parallelism(4)
                .map("load", n -> n) // 4 tasks of their own, on threads that may block
                .blocking()
                .sink("write", Collected.<Long>atMost(10).sink()) // 1 task
                .parallelism(1);
        // end

        assertThat(Plan.of(job.build().graph()).vertices())
                .extracting(PlanVertex::label)
                .containsExactly("read+clean", "score", "load", "write");
    }

    @Test
    void givesRecordsTheirTime() {
        JobDraft job = Job.named("timed");
        GeneratorSource<Reading> source =
                GeneratorSource.of(i -> new Reading(i, i * 10.0)).records(10);
        TreeMap<Long, Reading> written = new TreeMap<>();

        // doc: event-time
        Stream<Reading> readings = job.source("read", source)
                .timestamps(EventTime.<Reading>from(Reading::atMs)
                        .outOfOrderness(Duration.ofSeconds(5))
                        .idleTimeout(Duration.ofMinutes(1)));
        // end
        readings.sink("write", context -> (reading, timestamp) -> written.put(timestamp, reading));
        run(job.build());

        assertThat(written.get(3_000L)).isEqualTo(new Reading(3, 30));
    }

    @Test
    void readsAndWritesWithASourceAndASinkOfItsOwn(@TempDir Path folder) throws Exception {
        JobDraft job = Job.named("countdown");
        job.source("read", new Countdown(3))
                .rebalance()
                .sink("write", new CsvSink(folder))
                .blocking();

        run(job.build());

        assertThat(folder.resolve("write-0.csv")).hasContent("3\n2\n1\n");
    }

    // doc: test
    @Test
    void squaresNumbers() {
        Collected<Long> squares = Collected.atMost(100);
        JobDraft draft = Job.named("squares");
        draft.source("read", GeneratorSource.numbers().records(5))
                .map("square", n -> n * n)
                .sink("collect", squares.sink());

        try (JobTestDriver driver = JobTestDriver.start(draft.build())) {
            driver.runToEnd(Duration.ofSeconds(10));
        }

        assertThat(squares.records()).containsExactly(0L, 1L, 4L, 9L, 16L);
    }
    // end

    // doc: restart
    @Test
    void squaresNumbersInSpiteOfAFailure() {
        Collected<Long> squares = Collected.atMost(100);
        JobDraft draft = Job.named("squares").checkpointed(Duration.ofSeconds(10));
        draft.source("read", GeneratorSource.numbers().records(5).rate(100))
                .rebalance()
                .map("square", n -> n * n)
                .sink("collect", squares.sink());

        try (JobTestDriver driver = JobTestDriver.start(draft.build())) {
            driver.run(Duration.ofMillis(25));
            driver.checkpoint();
            driver.failTask(TaskId.parse("square[0]"));
            driver.runToEnd(Duration.ofSeconds(10));
        }

        assertThat(squares.records()).containsExactly(0L, 1L, 4L, 9L, 16L);
    }
    // end

    // doc: alone
    @Test
    void countsWhatTheFailureOfOneTaskCosts() {
        Collected<Long> seen = Collected.atMost(4_000);
        JobDraft draft = Job.named("seen")
                .checkpointed(Checkpointing.every(Duration.ofSeconds(10)).backupInterval(Duration.ofMillis(200)))
                .recovery(Recovery.task().lossBudget(LossBudget.standard().records(1_000)));
        draft.source("read", GeneratorSource.numbers().records(2_000).rate(1_000))
                .keyBy(n -> n % 10)
                .process("sum", RunningSum::new)
                .parallelism(2)
                .absentConsumer(AbsentConsumer.buffer(100_000))
                .sink("collect", seen.sink());

        try (JobTestDriver driver = JobTestDriver.start(draft.build())) {
            driver.run(Duration.ofMillis(900));
            driver.failTask(TaskId.parse("sum[0]")); // The source and sum[1] go on.
            driver.runToEnd(Duration.ofSeconds(10));

            assertThat(driver.losses().lost()).isBetween(1L, 200L);
            assertThat(driver.losses().basis()).isEqualTo(LossBasis.COUNTED);
        }
    }
    // end

    // doc: harness
    @Test
    void countsWordsAlsoAfterARestart() {
        try (OperatorHarness<String, WordCount> harness = OperatorHarness.of(
                String.class, words -> words.keyBy(word -> word).process("count", WordCounter::new))) {
            harness.push("wabi", 1);
            harness.snapshot();
            harness.push("sabi", 2);
            harness.restore(); // What came after the snapshot is forgotten.
            harness.push("wabi", 3);

            assertThat(harness.outputs()).containsExactly(new WordCount("wabi", 1), new WordCount("wabi", 2));
        }
    }
    // end

    private static void run(Job job) {
        try (JobTestDriver driver = JobTestDriver.start(job)) {
            driver.runToEnd(Duration.ofSeconds(10));
        }
    }

    private static final class RunningSum implements KeyedProcessFunction<Long, Long, Long> {
        private static final ValueStateSpec<Long> SUM = ValueStateSpec.of("sum", Long.class);

        private ValueState<Long> sum;

        @Override
        public List<ValueStateSpec<?>> states() {
            return List.of(SUM);
        }

        @Override
        public void open(ProcessContext context) {
            sum = context.state(SUM);
        }

        @Override
        public void process(Long key, Long number, ProcessContext context, Output<Long> out) {
            sum.set(sum.getOr(0L) + number);
            out.emit(sum.getOr(0L));
        }
    }
}
