package io.kintsugi.core.api;

import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.Until;
import io.kintsugi.core.graph.ExecutionMode;
import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.graph.KeyGroups;
import io.kintsugi.core.graph.Step;
import io.kintsugi.core.graph.StepKind;
import io.kintsugi.core.recovery.Checkpointing;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.type.FunctionTypes;
import io.kintsugi.core.type.RecordType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A job that is being described. {@link #build} checks it and makes the immutable {@link Job}. For use by one thread.
 */
public final class JobDraft {
    /** Latency markers do not come more often than that. */
    public static final long LATENCY_MARKERS_MS_MIN = 10;

    private final String name;
    private final List<StepDraft> steps = new ArrayList<>();
    private final List<Class<?>> recordTypes = new ArrayList<>();
    private int keyGroups = KeyGroups.DEFAULT;
    private ExecutionMode mode = ExecutionMode.STREAMING;
    private @Nullable Checkpointing checkpointing;
    private @Nullable Recovery recovery;
    private long latencyMarkersMs;

    JobDraft(String name) {
        this.name = name;
    }

    /**
     * Adds a source. Parallelism is 1 until {@link Stream#parallelism} says otherwise.
     *
     * @throws IllegalArgumentException for a step name that does not fit {@code Names.requireStepName}
     */
    public <T> Stream<T> source(String step, Source<T, ?> source) {
        StepDraft draft = add(new StepDraft(step, new StepKind.SourceStep(source, null), Inputs.none()));
        draft.output(Optional.<Class<?>>ofNullable(source.recordType())
                .map(RecordType::of)
                .or(() -> FunctionTypes.argument(source, Source.class, 0)));
        return new Stream<>(this, draft);
    }

    /**
     * Adds an iteration: {@code superstep} is run again and again, each time on the records that it gave back the time
     * before. What it reads from other streams it reads anew in each superstep. State that its functions declare
     * stays from one superstep to the next; all of it is stored behind each, and a failure repeats only the superstep that it
     * hits. What goes round is kept in memory and has no event time.
     *
     * <p>It adds two steps: {@code step}, whose parallelism is that of the stream that it begins with until
     * {@link Stream#parallelism} says otherwise, and {@code step-start}. For jobs in batch mode.
     *
     * @param initial what the first superstep begins with
     * @param superstep called once, while the job is described
     * @return the records that the last superstep gave back
     */
    public <T> Stream<T> iterate(
            String step, Stream<T> initial, UnaryOperator<Stream<T>> superstep, Until<? super T> until) {
        StepDraft start = add(new StepDraft(step + "-start", new StepKind.IterationStart(), initial.inputs(this)));
        Stream<T> back = superstep.apply(Stream.of(this, Inputs.of(start)));
        StepKind.IterationEnd kind = new StepKind.IterationEnd(start.name(), until);
        return new Stream<>(this, add(new StepDraft(step, kind, back.inputs(this)).endOf(start)));
    }

    /**
     * Sets into how many groups keys are divided (default 128): the upper limit of parallelism, also for later rescaling.
     *
     * @param groups from 1 to {@link KeyGroups#MAX}
     */
    public JobDraft keyGroups(int groups) {
        keyGroups = groups;
        return this;
    }

    /**
     * Says whether all tasks run at the same time, which is the default, or stage by stage. A job in batch mode does not
     * build with what needs running neighbours: checkpoints, idle sources, the time of day.
     */
    public JobDraft mode(ExecutionMode chosen) {
        mode = chosen;
        return this;
    }

    /**
     * Stores the state of the job again and again: after a failure it goes on from the last checkpoint, exactly-once. Without
     * it a job that restarts begins without state.
     *
     * @throws IllegalArgumentException for an interval below {@link Checkpointing#INTERVAL_MS_MIN}
     */
    public JobDraft checkpointed(Duration interval) {
        return checkpointed(Checkpointing.every(interval));
    }

    /** Like {@link #checkpointed(Duration)}, with all there is to choose. */
    public JobDraft checkpointed(Checkpointing chosen) {
        checkpointing = chosen;
        return this;
    }

    /**
     * Says what restarts after a failure, how often, and what it may cost. Unless it is said, here or where the job is
     * submitted, the configuration decides: by default a job with checkpoints restarts with growing pauses and without
     * limit, and the first failure fails a job without.
     */
    public JobDraft recovery(Recovery chosen) {
        recovery = chosen;
        return this;
    }

    /**
     * Has every source send a latency marker again and again, so that each task tells how long records take to come to it.
     * Each takes the place of a frame in a channel. By default there are none.
     *
     * @throws IllegalArgumentException for an interval below {@link #LATENCY_MARKERS_MS_MIN}
     */
    public JobDraft latencyMarkers(Duration interval) {
        if (interval.toMillis() < LATENCY_MARKERS_MS_MIN) {
            throw new IllegalArgumentException("latency markers: interval of at least %d ms expected, found %d ms"
                    .formatted(LATENCY_MARKERS_MS_MIN, interval.toMillis()));
        }
        latencyMarkersMs = interval.toMillis();
        return this;
    }

    /**
     * Names record classes that cannot be found from the steps: the implementations of an open interface, what is in a
     * list that a lambda returns.
     */
    public JobDraft recordTypes(Class<?>... types) {
        recordTypes.addAll(List.of(types));
        return this;
    }

    /**
     * Checks the job and makes it; the draft may be changed and built again without effect on the job.
     *
     * @throws io.kintsugi.core.graph.InvalidJobException names every step that cannot work, and what to do
     */
    public Job build() {
        Map<StepDraft, Step> made = new LinkedHashMap<>();
        steps.forEach(step -> made.put(step, step.toStep(made)));
        JobGraph.Policy policy = new JobGraph.Policy(mode, checkpointing, recovery, latencyMarkersMs);
        return new Job(name, JobGraph.of(name, List.copyOf(made.values()), keyGroups, recordTypes, policy));
    }

    StepDraft add(StepDraft step) {
        steps.add(step);
        return step;
    }
}
