package io.kintsugi.testkit;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.model.TaskId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Tests one operator, or a few in a row: records and watermarks are pushed in, outputs are read, state is stored and
 * restored. The operators run as they do in production, each in one subtask unless they say otherwise.
 *
 * <p>Each call returns when all that follows from it has happened; for that the job's clock goes on by
 * {@link #SETTLE_MS}. What a function throws comes out of the call. For one thread.
 *
 * @param <I> records that are pushed
 * @param <O> records that come out
 */
public final class OperatorHarness<I, O> implements AutoCloseable {
    /** By so much the clock of the job goes on in each call. */
    public static final long SETTLE_MS = 20;

    private static final Duration SETTLE = Duration.ofMillis(SETTLE_MS);
    private static final Duration NEVER = Duration.ofDays(1);
    private static final TaskId INPUT = new TaskId("harness-input", 0);
    /** Flushes after 1 ms, so that a record passes a few operators within the time of a call. */
    private static final ChannelSettings CHANNELS = new ChannelSettings(32, 1_000, 32_768, 16_777_216, 1, 500, 2_500);

    private final HarnessScript<I> script;
    private final List<O> outputs = new ArrayList<>();
    private final List<Object> events = new ArrayList<>();
    private final JobTestDriver driver;
    private int outputsStored;
    private int eventsStored;

    private OperatorHarness(Class<I> type, List<Class<?>> sent, Function<Stream<I>, Stream<O>> operators) {
        script = new HarnessScript<>(type, sent);
        driver = JobTestDriver.start(job(operators), CHANNELS);
    }

    /**
     * Opens the operators.
     *
     * @param type class of the records that are pushed
     * @param operators adds the steps to be tested behind the input; throws as {@link JobDraft#build} does
     */
    public static <I, O> OperatorHarness<I, O> of(Class<I> type, Function<Stream<I>, Stream<O>> operators) {
        return of(type, List.of(), operators);
    }

    /**
     * Opens operators that hear events.
     *
     * @param events classes of the events that are pushed
     */
    public static <I, O> OperatorHarness<I, O> of(
            Class<I> type, List<Class<?>> events, Function<Stream<I>, Stream<O>> operators) {
        return new OperatorHarness<>(type, events, operators);
    }

    private Job job(Function<Stream<I>, Stream<O>> operators) {
        JobDraft draft = Job.named("harness").checkpointed(NEVER);
        Stream<I> input = draft.source(INPUT.vertex(), script)
                .timestamps(EventTime.<I>ofSource().watermarks(script::watermarks))
                .startNewChain();
        operators.apply(input).sink("harness-output", context -> new SinkWriter<O>() {
            @Override
            public void write(O value, long timestamp) {
                outputs.add(value);
            }

            @Override
            public void onEvent(Object event) {
                events.add(event);
            }
        });
        return draft.build();
    }

    /** @param timestamp event time of the record in milliseconds since 1970; moves no watermark */
    public void push(I value, long timestamp) {
        script.record(value, timestamp);
        settle();
    }

    /**
     * Tells the operators something, behind all that was pushed.
     *
     * @throws RuntimeException for an event of a class that was not named when they were opened
     */
    public void send(Object event) {
        script.event(event);
        settle();
    }

    /** Event time has come to {@code timestamp}; one below an earlier one changes nothing. */
    public void watermark(long timestamp) {
        script.watermark(timestamp);
        settle();
    }

    /** Lets the clock of the job go on, for timers by processing time. */
    public void advance(Duration time) {
        driver.run(time);
    }

    /** No more input: windows and event timers come due, functions finish. */
    public void end() {
        script.end();
        settle();
    }

    /** All that has come out, oldest first. */
    public List<O> outputs() {
        return List.copyOf(outputs);
    }

    /** All events that have come out, those that were sent among them, oldest first. */
    public List<Object> events() {
        return List.copyOf(events);
    }

    /** Stores the state of all operators. */
    public void snapshot() {
        driver.checkpoint();
        outputsStored = outputs.size();
        eventsStored = events.size();
    }

    /**
     * Closes the operators and opens new ones with the state of the last {@link #snapshot}, or with none. What was pushed
     * since is forgotten, and so is what has come out since.
     */
    public void restore() {
        script.forgetBehindPosition();
        outputs.subList(outputsStored, outputs.size()).clear();
        events.subList(eventsStored, events.size()).clear();
        driver.failTask(INPUT);
        settle();
    }

    private void settle() {
        driver.run(SETTLE);
    }

    /** Closes all functions. */
    @Override
    public void close() {
        driver.close();
    }
}
