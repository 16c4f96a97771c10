package io.kintsugi.worker.task;

import io.kintsugi.core.element.Barrier;
import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ClockTick;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.Element;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.element.Idle;
import io.kintsugi.core.element.LatencyMarker;
import io.kintsugi.core.element.UserEvent;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.graph.PlanVertex;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.protocol.TaskTime;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.worker.channel.ChannelCounters;
import io.kintsugi.worker.channel.Frame;
import io.kintsugi.worker.channel.FrameSink;
import io.kintsugi.worker.channel.InputGate;
import io.kintsugi.worker.operator.Chain;
import io.kintsugi.worker.operator.Pulse;
import io.kintsugi.worker.operator.WallClock;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One task attempt without a thread of its own: whoever owns the thread calls {@link #step} until it no longer works, and
 * again when something has happened.
 *
 * <p>A step takes one batch through the whole chain. When an output has no credit the chain is suspended, and the task
 * takes no further input: so back-pressure travels to the source.
 */
public final class Task {
    private static final int NONE = -1;
    /** What is given to a chain in one step, when it is read key by key. */
    private static final int PIECES_MAX = 256;

    private final AttemptId attempt;
    private final TaskChannels channels;
    private final InputGate gate;
    private final Chain chain;
    private final InputWatermarks watermarks;
    private final TaskBarriers barriers;
    private final TaskCaptures captures;
    private final Latencies latencies;
    private final HeardEvents heard = new HeardEvents();
    private final WallClock clock;
    private final Pulse pulse;
    /** In batch mode: which input is read when; null where all are read. */
    private final @Nullable InputOrder order;
    /** In batch mode the input of a step that works by key, else null. */
    private final @Nullable GroupedInput grouped;
    /** Whether what it has taken counts only as far as its state is kept. */
    private final boolean stateful;
    /** Whether it is one of the two ends of an iteration. */
    private final boolean endOfIteration;
    /** Of a task without state; null for any other. */
    private final @Nullable TaskMarks marks;

    private boolean timerDue;
    private boolean markerDue;
    private boolean suspended;
    private boolean draining;
    private boolean inputEnded;
    private boolean readsNothing;
    private boolean ended;
    private boolean endsAgain;
    private boolean settling;
    private boolean settled;
    /** The input whose batch or event the chain has not let go of; {@link #NONE} for none. */
    private int inHand = NONE;

    private long lateBefore;

    /** @param sinks the way to the other end of each channel of the task */
    public Task(TaskSpec spec, Function<ChannelId, FrameSink> sinks) {
        this(spec, TaskChain.of(spec), sinks);
    }

    /** @param stoodBy a chain of the task's vertex that is open and belongs to no task */
    public Task(TaskSpec spec, TaskChain stoodBy, Function<ChannelId, FrameSink> sinks) {
        attempt = spec.attempt();
        int inputs = spec.plan().inputs(attempt.task()).size();
        barriers = new TaskBarriers(inputs, spec.checkpoints());
        Plan plan = spec.plan();
        order = plan.isBatch()
                ? new InputOrder(plan.inputs(attempt.task()).stream()
                        .map(id -> plan.edges().get(id.edge()))
                        .toList())
                : null;
        channels = new TaskChannels(spec, order == null ? barriers::blocked : order, sinks);
        gate = channels.gate();
        chain = stoodBy.tieTo(spec, channels);
        clock = stoodBy.clock();
        pulse = stoodBy.pulse();
        latencies = new Latencies(plan, attempt.task(), clock);
        watermarks = new InputWatermarks(
                inputs, TimeUnit.MILLISECONDS.toNanos(spec.watermarks().holdMs()));
        for (int input = 0; input < inputs; input++) {
            if (!channels.edge(input).timed()) {
                watermarks.untimed(input);
            }
        }
        endOfIteration = plan.vertex(attempt.task()).head().isIterationEnd();
        captures = new TaskCaptures(spec, new TaskCaptures.Parts(chain, channels, watermarks));
        PlanVertex vertex = plan.vertex(attempt.task());
        grouped = plan.isBatch() && vertex.head().isKeyed()
                ? new GroupedInput(
                        vertex.name(),
                        spec.storage().sort(attempt, spec.channels().batchRecords()))
                : null;
        stateful = chain.hasSource()
                || chain.prepares()
                || vertex.head().isKeyed()
                || vertex.state().lists();
        marks = stateful || plan.isBatch() ? null : channels.marks(spec);
        if (marks != null && spec.begin().isWithoutLastWords()) {
            channels.startMarked(
                    spec.begin(), TimeUnit.MILLISECONDS.toNanos(spec.channels().silenceMs()));
        } else {
            channels.startAt(spec.begin(), stateful, vertex.isDeterministic());
        }
    }

    /** Opens the functions of all steps; may take long, and is done before the first step. */
    public void open() {
        open(List.of(), false);
    }

    /**
     * Opens the functions of all steps with the state that was stored; may take long, and is done before the first step.
     * Throws {@link io.kintsugi.core.snapshot.CorruptSnapshotException} for state that is damaged, and
     * {@link IllegalStateException} or {@link io.kintsugi.worker.state.StateMismatchException} for such that does not fit.
     *
     * @param versions see {@link io.kintsugi.core.snapshot.RestorePoint}; they are closed
     * @param dropUnmatched whether state that no step takes is dropped, instead of refused
     */
    public void open(List<InputStream> versions, boolean dropUnmatched) {
        if (endOfIteration && !versions.isEmpty()) {
            channels.startEnded();
            readsNothing = true;
            inputEnded = true;
        }
        captures.open(versions, dropUnmatched);
    }

    /** In the place of {@link #open}, for a task that had come to its end: it only says so again, to its consumers. */
    public void openEnded(List<InputStream> versions) {
        captures.openEnded(versions);
        channels.startEnded();
        endsAgain = true;
    }

    /** Says what time of day it is; before {@link #open}, and then often enough to follow its corrections. */
    public void wallClock(long nowNs, long epochMs) {
        clock.set(nowNs, epochMs);
    }

    /** Begins, or begins again, to read a channel from an attempt of its producer. */
    public void connect(ChannelId input, int producerAttempt, long nowNs) {
        channels.connect(input, producerAttempt, nowNs);
        lookAround(nowNs); // Before the producer hears of this task and makes barriers possible.
    }

    /** Goes on without a peer that is gone, until {@link #connect} tells of a later attempt of it. */
    public void detach(AttemptId peer, long nowNs) {
        channels.detach(peer, nowNs);
        lookAround(nowNs);
    }

    private void lookAround(long nowNs) {
        gate.forEachConnection((input, presence) -> {
            watermarks.presence(input, presence, nowNs);
            barriers.presence(input, presence);
        });
    }

    /** What was found to be lost or doubled on the inputs since the last call. */
    public List<LossRange> takeLosses() {
        return channels.takeLosses();
    }

    /** Whether it has taken or read a record. */
    public boolean hasWorked() {
        return chain.recordsRead() + channels.countIn(ChannelCounters::records) > 0;
    }

    /** Whether all is taken that waited for the task when it met its producers. */
    public boolean caughtUp() {
        return gate.allCaughtUp();
    }

    /**
     * How far the task had come, for an attempt that goes on after a failure; nothing for a task with state, which goes on
     * from that. What an exception has stopped half way counts as taken: a record that cannot be processed does not come
     * again. Called once, before {@link #close}.
     *
     * @param byFunction whether the failure is that of a function
     */
    public ChannelPositions lastWords(boolean byFunction) {
        if (byFunction && inHand != NONE) {
            channels.acknowledge(inHand);
        }
        if (stateful) {
            return ChannelPositions.none();
        }
        chain.flush();
        return channels.lastWords(inHand, chain);
    }

    /** True when every channel of the task has found its other end. */
    public boolean connected() {
        return readsNothing || channels.connected();
    }

    /** Whether all that it emits was stored before, so that it does not look for its producers. */
    public boolean readsNothing() {
        return readsNothing;
    }

    /** Takes a frame from the other end of one of the channels. */
    public void receive(Frame frame, long nowNs) {
        channels.receive(frame, nowNs);
    }

    /** Ends the input of a source at the next step: what it has read still flows to the sinks. Others ignore it. */
    public void drain() {
        draining = true;
    }

    /** Takes nothing more from the next step on, so that it comes to rest. */
    public void settle() {
        settling = true;
    }

    /** Whether it was asked to come to rest and has: all that it has emitted was taken, and nothing of it changes any more. */
    public boolean isSettled() {
        return settled || (settling && ended && channels.drained());
    }

    /** What a task that was asked to come to rest waits for, in words. */
    public String unsettled() {
        if (settled) {
            return "it is at rest";
        }
        String waits = suspended ? "what is in its chain waits for credit" : "it has nothing in hand";
        return "%s; its consumers have not taken all of %s".formatted(waits, channels.undrained());
    }

    /** Captures the state of a task at rest, for {@link #takeCaptured}; false where a new attempt needs none. */
    public boolean captureSettled() {
        return captures.settled();
    }

    /** Whether its input has come to its end. */
    public boolean hasEnded() {
        return ended;
    }

    /**
     * Has a source store its state and send a barrier at the next step; a barrier that has not left yet gives way. False
     * where that cannot be: the task has ended or is no source, or the checkpoint is from before this attempt.
     *
     * @param stops whether the barrier is the last thing that the source says, unless the job goes on after all
     */
    public boolean trigger(long checkpoint, boolean stops) {
        return chain.hasSource() && !ended && !endsAgain && barriers.trigger(checkpoint, stops);
    }

    /** The checkpoint is given up: nothing waits for its barriers any longer, and nothing is stored for it. */
    public void abort(long checkpoint) {
        barriers.abort(checkpoint);
        captures.abort(checkpoint);
    }

    /** The checkpoint is there for good: what sinks have prepared up to it is committed. */
    public void complete(long checkpoint) {
        barriers.complete(checkpoint);
        chain.complete(checkpoint);
    }

    /** Whether the job may stop with this checkpoint although the task has not come to its end. */
    public boolean stopsWith(long checkpoint) {
        return barriers.stopsWith(checkpoint);
    }

    /** The state that the last step has captured, to be stored and closed by the caller; null for none. Asked after each step. */
    public @Nullable CapturedState takeCaptured() {
        return captures.takeCaptured();
    }

    /** Captures the last state of a task that has ended once more, for {@link #takeCaptured}. */
    public void captureEnd() {
        captures.end();
    }

    /** Takes one batch or control element through the chain. What a user's function throws names its step. */
    public Progress step(long nowNs) {
        clock.advance(nowNs);
        if (settled) {
            return Progress.IDLE;
        }
        if (suspended) {
            suspended = !chain.resume();
            if (!suspended) {
                letGo();
            }
            return suspended ? Progress.BACK_PRESSURED : freed();
        }
        if (ended) {
            return channels.drained() ? Progress.FINISHED : Progress.ENDING;
        }
        ControlElement news = time();
        if (news != null) {
            return push(news);
        }
        if (barriers.hasDue() && !settling) {
            return passBarrier();
        }
        if (endsAgain) {
            ended = true;
            chain.endAgain();
            return Progress.WORKED;
        }
        if (settling) {
            return comeToRest();
        }
        if (captures.backUp()) {
            return Progress.WORKED;
        }
        return chain.hasSource() ? read(nowNs) : take();
    }

    /**
     * Says nothing new, since with a barrier every now and then there would always be something that consumers have not taken. What
     * sinks hold belongs to the next checkpoint, whoever takes part in it.
     */
    private Progress comeToRest() {
        if (!chain.flush() || !channels.drained()) {
            return Progress.BACK_PRESSURED;
        }
        chain.prepare(barriers.next());
        settled = true;
        return Progress.IDLE;
    }

    private Progress push(ControlElement element) {
        suspended = !chain.push(element);
        return suspended ? Progress.WORKED : freed();
    }

    /** What was in the chain has left it: behind a barrier, or behind the end, there is a state to be stored. */
    private Progress freed() {
        captures.passed();
        if (ended) {
            captures.end();
        }
        return Progress.WORKED;
    }

    /** What has become due on the clock of the day, from time to time, or in event time. */
    private @Nullable ControlElement time() {
        if (timerDue && !settling) {
            timerDue = false;
            return new ClockTick(clock.epochMs());
        }
        if (markerDue && readsOn()) {
            markerDue = false;
            return latencies.next();
        }
        return watermarks.news();
    }

    /** Behind all that the source, or the inputs, have said about time before it. */
    private Progress passBarrier() {
        suspended = !chain.tellTime();
        Barrier due = suspended ? null : barriers.take();
        if (due == null) {
            return Progress.WORKED;
        }
        long timestamp = chain.hasSource()
                ? chain.sourceWatermark()
                : Math.min(due.timestamp(), watermarks.current()); // An idle input may be behind, a missing one ahead.
        captures.begin(due.checkpoint());
        return push(new Barrier(due.checkpoint(), timestamp));
    }

    /** Sends what has waited long enough and lets every channel say what it must. Called every few milliseconds. */
    public void tick(long nowNs) {
        clock.advance(nowNs);
        captures.tick(nowNs);
        if (!settled) {
            chain.tick(nowNs);
        }
        if (marks != null) {
            marks.look(chain, suspended || inHand != NONE, nowNs);
        }
        channels.tick(nowNs);
        lookAround(nowNs);
        timerDue = chain.timerDue(clock.epochMs());
        markerDue |= latencies.due(nowNs);
    }

    /** How long a source wants to be left alone after {@link Progress#IDLE}, in nanoseconds; 0 for other tasks. */
    public long idleNs() {
        return chain.hasSource() ? chain.idleNs() : 0;
    }

    /** Closes all functions; called once, also after a failure. */
    public void close() {
        captures.close();
        if (grouped != null) {
            grouped.close();
        }
        chain.close();
    }

    /** Tells other threads whether the task comes further. */
    public Pulse pulse() {
        return pulse;
    }

    /** Deletes what the task has kept for its consumers in batch mode: nobody will ask for it any more. */
    public void discardPartitions() {
        channels.discardPartitions();
    }

    /** What the attempt has done so far. */
    public TaskCounters counters(TaskTimes times) {
        return new TaskCounters(
                attempt,
                chain.recordsRead() + channels.countIn(ChannelCounters::records),
                chain.recordsWritten() + channels.countOut(ChannelCounters::records),
                channels.countIn(ChannelCounters::batches),
                channels.countOut(ChannelCounters::batches),
                channels.countIn(ChannelCounters::bytes),
                channels.countOut(ChannelCounters::bytes),
                times.busyNs(),
                times.idleNs(),
                times.backPressuredNs(),
                channels.countIn(ChannelCounters::fenced) + channels.countOut(ChannelCounters::fenced),
                chain.lateRecords(),
                channels.credits(),
                eventTime(),
                latencies.figures(),
                channels.writtenByEdge(),
                channels.partitionCounts());
    }

    private TaskTime eventTime() {
        int slowest = watermarks.heldBackBy();
        return new TaskTime(
                chain.hasSource() ? chain.sourceWatermark() : watermarks.current(),
                slowest == InputWatermarks.NOBODY
                        ? ""
                        : channels.producer(slowest).toString());
    }

    /** Whether it is a source, and may have more to say. */
    private boolean readsOn() {
        return chain.hasSource() && !ended && !endsAgain && !settling && !barriers.hold();
    }

    private Progress read(long nowNs) {
        if (draining) {
            return end();
        }
        if (barriers.hold()) {
            return Progress.IDLE;
        }
        suspended = !chain.read(nowNs);
        return switch (chain.readStatus()) {
            case MORE -> Progress.WORKED;
            case IDLE -> suspended ? Progress.WORKED : Progress.IDLE;
            case END -> {
                draining = true;
                yield Progress.WORKED;
            }
        };
    }

    private Progress take() {
        if (inputEnded) {
            return grouped == null || grouped.isEmpty() ? end() : give(grouped);
        }
        Element element = gate.poll();
        if (element == null) {
            return Progress.IDLE;
        }
        int input = gate.lastChannel();
        if (element instanceof Batch batch) {
            push(batch, input);
        } else if (element instanceof Watermark watermark) {
            watermarks.advance(input, watermark);
        } else if (element instanceof Idle) {
            watermarks.idle(input);
        } else if (element instanceof LatencyMarker marker) {
            latencies.take(marker);
            return push(marker);
        } else if (element instanceof UserEvent event) {
            return heard.isNew(event.origin()) ? push(event, input) : Progress.WORKED;
        } else if (element instanceof Barrier barrier) {
            watermarks.raise(input, barrier.timestamp());
            barriers.deliver(input, barrier);
        } else if (element instanceof EndOfInput) {
            watermarks.end(input);
            barriers.end(input);
            if (order != null) {
                order.end(input);
            }
            inputEnded = gate.allEnded(); // The end goes on behind a barrier that waited for nothing else.
        }
        return Progress.WORKED;
    }

    /** Gives the chain records of the next keys, as many pieces as a batch has records at most. */
    private Progress give(GroupedInput keys) {
        for (int piece = 0; piece < PIECES_MAX && !suspended && !keys.isEmpty(); piece++) {
            suspended = !keys.push(chain);
        }
        return Progress.WORKED;
    }

    private void push(Batch batch, int input) {
        if (grouped != null && channels.edge(input).key() != null) {
            grouped.add(batch, channels.edge(input));
            return;
        }
        inHand = input;
        lateBefore = chain.lateRecords();
        suspended = !chain.push(batch, channels.edge(input).port());
        if (!suspended) {
            letGo();
        }
    }

    private Progress push(UserEvent event, int input) {
        inHand = input;
        lateBefore = chain.lateRecords();
        Progress progress = push(event);
        if (!suspended) {
            letGo();
        }
        return progress;
    }

    /** The chain is through with what it had been given: nothing, a batch, or an event. */
    private void letGo() {
        LossBasis basis = inHand == NONE ? null : watermarks.lateBasis(inHand);
        if (basis != null) {
            channels.late(inHand, basis, chain.lateRecords() - lateBefore);
        }
        inHand = NONE;
    }

    private Progress end() {
        ended = true;
        return push(EndOfInput.INSTANCE);
    }
}
