package io.kintsugi.worker.channel;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.element.Barrier;
import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.element.Idle;
import io.kintsugi.core.element.LatencyMarker;
import io.kintsugi.core.element.UserEvent;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.recovery.AbsentConsumer;
import io.kintsugi.core.snapshot.ChannelPosition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The producing end of a channel. Numbers what is written, sends what the consumer has room for, and keeps it until the
 * consumer has taken it. Belongs to the task's thread.
 *
 * <pre>
 * waiting ──first Resume──▶ connected ──Resume of a newer consumer──▶ connected
 *                             │  ▲
 *                      detach ▼  │ Resume of a newer consumer
 *                            absent
 * </pre>
 *
 * What it holds is bounded: {@code windowFrames} frames, together no more than {@code windowFrames * frameBytes} encoded
 * bytes plus one record; the rest of the batch being written; and {@link #CONTROL_WAITING_MAX} control elements. While the
 * consumer is absent, and until a new one has taken what was kept meanwhile, it is the buffer of the
 * {@link AbsentConsumer} that bounds it.
 */
public final class OutputChannel {
    /**
     * Control elements that may wait for credit. Newer ones replace older ones, so that there are at most two about time, a
     * barrier, two more about time, and the end; and a latency marker, with two more about time before it.
     */
    public static final int CONTROL_WAITING_MAX = 9;

    private final int attempt;
    private final AbsentConsumer absentConsumer;
    private final int windowFrames;
    private final long windowBytes;
    private final long heartbeatNs;
    private final FrameSink sink;
    private final ResendRing ring;
    private final ChannelCounters counters = new ChannelCounters();
    private final ArrayDeque<ControlElement> waiting = new ArrayDeque<>();

    private Frame.Header header;
    private long baseSeq = 1;
    private int continuesEpoch;
    private boolean absent;
    private @Nullable Watermark toldTime;
    private boolean toldIdle;
    private long lastFrame;
    private long sentFrame;
    private long emittedSeq;
    private long ackedFrame;
    private long grantedFrame;
    private @Nullable Batch rest;
    private int restFrom;
    private boolean ended;
    /** Whether an attempt before may have emitted more than is known, so that its consumer knows better where to go on. */
    private boolean loose;

    private boolean exact = true;
    private long sentBeforeSeq;
    /** Whether an attempt of the consumer was there to take records. */
    private boolean met;

    /** Whether the consumer keeps no state: then not what it has taken counts, but what it has marked. */
    private boolean marks;

    private @Nullable Mark mark;
    private long markedSeq;

    private long quietSinceNs;
    private long quietLastFrame = -1;
    private long quietAckedFrame = -1;

    /** The end of a producer whose consumer never fails without it. */
    public OutputChannel(ChannelId channel, int attempt, ChannelSettings settings, FrameSink sink) {
        this(channel, attempt, settings, AbsentConsumer.block(), sink);
    }

    /** The end of a producer that begins a numbering of its own, until {@link #startAt} says otherwise. */
    public OutputChannel(
            ChannelId channel, int attempt, ChannelSettings settings, AbsentConsumer absentConsumer, FrameSink sink) {
        this.attempt = attempt;
        this.absentConsumer = absentConsumer;
        this.sink = sink;
        header = new Frame.Header(channel, attempt, 0, attempt);
        windowFrames = settings.windowFrames();
        windowBytes = (long) windowFrames * settings.frameBytes();
        heartbeatNs = TimeUnit.MILLISECONDS.toNanos(settings.heartbeatMs());
        ring = new ResendRing(windowFrames);
    }

    /**
     * Goes on with the numbering behind what belongs to the state of the producer; before anything else.
     *
     * @param deterministic whether the same records come again, so that the consumer can drop by their numbers what it has
     */
    public void startAt(ChannelStart start, boolean deterministic) {
        header = new Frame.Header(id(), attempt, 0, start.epochOf(attempt, deterministic));
        continuesEpoch = start.epoch();
        baseSeq = start.seq() + 1;
        emittedSeq = start.seq();
    }

    /** The same behind the least that earlier attempts are known to have emitted; what the consumer has got of them counts. */
    public void startLoosely(ChannelStart least) {
        header = new Frame.Header(id(), attempt, header.consumerAttempt(), attempt);
        continuesEpoch = least.epoch();
        baseSeq = least.seq() + 1;
        emittedSeq = least.seq();
        loose = true;
        exact = false;
    }

    /** Goes on where the consumer stands, if that is further; unless something has its number already. */
    private void goOnBehind(Frame.Resume resume) {
        int seenIn = resume.header().epoch();
        boolean further = seenIn > continuesEpoch || (seenIn == continuesEpoch && resume.nextSeq() > baseSeq);
        if (loose && lastFrame == 0 && further && seenIn < header.epoch()) {
            baseSeq = resume.nextSeq();
            emittedSeq = resume.nextSeq() - 1;
            continuesEpoch = continuesEpoch == 0 ? 0 : seenIn; // From nothing nobody knows whether that is all.
        }
    }

    public ChannelId id() {
        return header.channel();
    }

    /** Whether {@link #write(Batch)} may be called: a consumer is connected, or is not waited for, and there is room. */
    public boolean writable() {
        return rest == null && waiting.isEmpty() && !ended && mayNumber();
    }

    /** Whether the consumer is away, and records are to go to others instead. */
    public boolean reroutes() {
        return absent && absentConsumer.kind() == AbsentConsumer.Kind.REROUTE;
    }

    /** This attempt of the consumer is gone, and another will come. Nothing for one that was replaced already. */
    public void detach(int consumerAttempt) {
        if (consumerAttempt >= header.consumerAttempt()) {
            absent = true;
            header = new Frame.Header(id(), attempt, consumerAttempt, header.epoch());
            waiting.removeIf(element -> !(element instanceof EndOfInput)); // The next one is told what counts by then.
            flush();
        }
    }

    /**
     * Sends the batch, which from now on belongs to the channel. An empty one is nothing.
     *
     * @throws IllegalStateException unless {@link #writable()}
     * @throws RuntimeException of {@link FrameSink#pack}, such as a record that is too large; the channel is then unusable
     */
    public void write(Batch batch) {
        requireWritable("a batch");
        if (!batch.isEmpty()) {
            rest = batch;
            restFrom = 0;
            flush();
        }
    }

    private void requireWritable(String what) {
        if (!writable()) {
            throw new IllegalStateException(
                    "channel %s: %s was written without credit (frame %d of %d, %d waiting, ended %s)"
                            .formatted(id(), what, lastFrame, grantedFrame, waiting.size(), ended));
        }
    }

    /** Takes room as a batch does; where the buffer for an absent consumer has none, the event is lost. */
    private void write(UserEvent event) {
        requireWritable("an event");
        if (!absent || hasRoomInBuffer()) {
            Batch single = new Batch(1);
            single.add(event.value(), Batch.NO_TIMESTAMP);
            Parcel parcel = sink.pack(single, 0);
            counters.bytes += parcel.bytes();
            keepAndSend(new Frame.Event(header, ++lastFrame, emittedSeq, event.origin(), parcel));
        }
    }

    /**
     * Sends a control element behind all that was written, or lets it wait for credit. An event only when {@link #writable()}.
     *
     * @throws IllegalStateException after {@link EndOfInput}, when {@link #CONTROL_WAITING_MAX} wait, or for an event without credit
     * @throws RuntimeException of {@link FrameSink#pack}, for an event
     */
    public void write(ControlElement element) {
        if (element instanceof UserEvent event) {
            write(event);
            return;
        }
        if (element instanceof Watermark watermark) {
            toldTime = watermark;
        }
        toldIdle = element instanceof Idle || (toldIdle && !(element instanceof Watermark));
        if (absent && !(element instanceof EndOfInput)) {
            return;
        }
        if (element instanceof LatencyMarker && waiting.stream().anyMatch(LatencyMarker.class::isInstance)) {
            return; // The one that waits already has more to tell.
        }
        dropReplaced(element);
        if (ended || waiting.size() == CONTROL_WAITING_MAX) {
            throw new IllegalStateException("channel %s: %s was written %s"
                    .formatted(id(), element, ended ? "after the end" : "while " + waiting.size() + " others wait"));
        }
        waiting.add(element);
        ended = element instanceof EndOfInput;
        flush();
    }

    /**
     * Takes out what {@code newer} makes pointless: an older barrier, since the consumer would give it up for the newer
     * one, and what was said about time behind the last barrier.
     */
    private void dropReplaced(ControlElement newer) {
        if (newer instanceof Barrier) {
            dropBarrier();
        } else if (newer instanceof Watermark) {
            while (waiting.peekLast() instanceof Watermark || waiting.peekLast() instanceof Idle) {
                waiting.pollLast();
            }
        } else if (newer instanceof Idle && waiting.peekLast() instanceof Idle) {
            waiting.pollLast();
        }
    }

    /** Leaves what waits about time, which is now written once more without a barrier in between. */
    private void dropBarrier() {
        if (waiting.removeIf(Barrier.class::isInstance)) {
            List<ControlElement> aboutTime = new ArrayList<>(waiting);
            waiting.clear();
            aboutTime.forEach(element -> {
                dropReplaced(element);
                waiting.add(element);
            });
        }
    }

    /** Takes a frame from the consumer. */
    public void receive(Frame frame, long nowNs) {
        if (!(frame instanceof Frame.ToProducer toProducer)) {
            throw new IllegalStateException("channel %s: %s came to the producing end"
                    .formatted(id(), frame.getClass().getSimpleName()));
        }
        toProducer.deliverTo(this, nowNs);
    }

    /** Repeats what a lost message may have hidden. Call it a few times per heartbeat. */
    public void tick(long nowNs) {
        boolean acknowledged = ackedFrame != quietAckedFrame;
        boolean sent = ring.isEmpty() && sentFrame != quietLastFrame;
        if (acknowledged || sent) {
            quietAckedFrame = ackedFrame;
            quietLastFrame = sentFrame;
            quietSinceNs = nowNs;
        } else if (connected() && nowNs - quietSinceNs >= heartbeatNs) {
            quietSinceNs = nowNs;
            sink.send(new Frame.Probe(header, sentFrame, emittedSeq));
        }
    }

    /** Whether a consumer has asked for this channel, and is there. */
    public boolean connected() {
        return header.consumerAttempt() > 0 && !absent;
    }

    /** Whether the consumer has taken everything that was written. */
    public boolean drained() {
        return rest == null && waiting.isEmpty() && ring.isEmpty();
    }

    /** Which numbering this producer uses, from 1. */
    public int epoch() {
        return header.epoch();
    }

    /** Sequence number of the last record that was sent, 0 if there was none. */
    public long emittedSeq() {
        return emittedSeq;
    }

    /** The last record that has had its effect on tasks with state, or outside, and so have all before it in this numbering. */
    public long settledSeq() {
        return marks ? Math.max(markedSeq, baseSeq - 1) : firstAvailableSeq() - 1;
    }

    /** How far records have been written, those that wait for credit included. */
    public ChannelPosition position() {
        int waitingRecords = rest == null ? 0 : rest.count() - restFrom;
        return new ChannelPosition(id(), epoch(), emittedSeq + waitingRecords);
    }

    /** Frames that the consumer has room for beyond those sent; 0 or less when it has none. For metrics. */
    public long credits() {
        return limit() - lastFrame;
    }

    /** Frames that are kept for a resend, or for a consumer that is away. For metrics. */
    public int unacknowledged() {
        return ring.size();
    }

    public ChannelCounters counters() {
        return counters;
    }

    void onResume(Frame.Resume resume, long nowNs) {
        Frame.Header from = resume.header();
        boolean older = from.consumerAttempt() < header.consumerAttempt()
                || (absent && from.consumerAttempt() == header.consumerAttempt());
        if (from.producerAttempt() != header.producerAttempt() || older || from.epoch() > header.epoch()) {
            counters.fenced++;
            return;
        }
        long firstAvailable = firstAvailableFrame();
        long start = Math.max(resume.nextFrame(), firstAvailable);
        if (start > lastFrame + 1) {
            throw new IllegalStateException("channel %s: the consumer asks for frame %d, but the last one is %d"
                    .formatted(id(), start, lastFrame));
        }
        boolean newer = from.consumerAttempt() > header.consumerAttempt();
        boolean again = newer && header.consumerAttempt() > 0;
        goOnBehind(resume);
        if (newer) {
            sentBeforeSeq = met ? Math.max(sentBeforeSeq, sentSeq()) : sentBeforeSeq;
            header = new Frame.Header(id(), header.producerAttempt(), from.consumerAttempt(), header.epoch());
            // The consumer's room counts from where it will begin, which it does not know yet.
            grantedFrame = start - 1 + (resume.grantedFrame() - (resume.nextFrame() - 1));
            absent = false;
        } else {
            grantedFrame = Math.max(grantedFrame, resume.grantedFrame());
        }
        met |= resume.grantedFrame() >= resume.nextFrame();
        quietSinceNs = nowNs;
        Frame.Memory memory = new Frame.Memory(exact, sentBeforeSeq, mark);
        sink.send(new Frame.Hello(
                header, baseSeq, continuesEpoch, firstAvailable, firstAvailableSeq(), lastFrame, memory));
        counters.resent += Math.max(0, sentFrame - (start - 1));
        sentFrame = start - 1;
        if (again) {
            tellAgain();
        }
        flush();
    }

    /** What was said to the consumer before, and will not be said again by itself. */
    private void tellAgain() {
        boolean endWasTaken = ended && waiting.isEmpty() && rest == null && !(newestControl() instanceof EndOfInput);
        if (!ended) {
            waiting.removeIf(element -> element instanceof Watermark || element instanceof Idle);
            if (toldTime != null) {
                waiting.add(toldTime);
            }
            if (toldIdle) {
                waiting.add(Idle.INSTANCE);
            }
        } else if (endWasTaken) {
            waiting.add(EndOfInput.INSTANCE);
        }
    }

    private @Nullable ControlElement newestControl() {
        return ring.newest() instanceof Frame.Control control ? control.element() : null;
    }

    void onCredit(Frame.Credit credit, long nowNs) {
        if (!credit.header().equals(header)) {
            counters.fenced++;
            return;
        }
        if (credit.ackedFrame() > sentFrame) {
            throw new IllegalStateException("channel %s: frame %d was acknowledged, but the last one is %d"
                    .formatted(id(), credit.ackedFrame(), sentFrame));
        }
        ackedFrame = Math.max(ackedFrame, credit.ackedFrame());
        grantedFrame = Math.max(grantedFrame, credit.grantedFrame());
        ring.dropThrough(ackedFrame);
        if (credit.mark() != null) {
            take(credit.mark());
        }
        flush();
    }

    private void take(Mark told) {
        marks = true;
        Optional<ChannelPosition> at = ChannelPosition.of(id(), told.at().inputs());
        if (at.isPresent() && (mark == null || told.compareTo(mark) > 0)) {
            mark = told;
            markedSeq = at.get().epoch() == epoch() ? at.get().seq() : markedSeq;
        }
    }

    private void flush() {
        sendKept();
        while (rest != null && mayNumber()) {
            number(rest);
        }
        while (rest == null && !waiting.isEmpty() && mayNumber()) {
            keepAndSend(new Frame.Control(header, ++lastFrame, emittedSeq, waiting.remove()));
        }
    }

    private void number(Batch batch) {
        if (absent && !hasRoomInBuffer()) {
            throwAway(batch.count() - restFrom);
            rest = null;
            return;
        }
        Parcel parcel = sink.pack(batch, restFrom);
        restFrom += parcel.count();
        if (restFrom == batch.count()) {
            rest = null;
        }
        Frame.Data data = new Frame.Data(header, ++lastFrame, emittedSeq + 1, parcel);
        emittedSeq += parcel.count();
        counters.records += parcel.count();
        counters.batches++;
        counters.bytes += parcel.bytes();
        keepAndSend(data);
    }

    /** The records have their numbers, and a frame that says that they are gone. */
    private void throwAway(int count) {
        if (ring.newest() instanceof Frame.Gap gap && gap.frame() > sentFrame) {
            ring.replaceLast(gap.longer(count));
        } else {
            ring.add(new Frame.Gap(header, ++lastFrame, emittedSeq + 1, count));
        }
        emittedSeq += count;
        counters.records += count;
        counters.discarded += count;
    }

    private void keepAndSend(Frame.Sequenced frame) {
        ring.add(frame);
        sendKept();
    }

    /** Sends what is kept as far as the consumer has room for it. */
    private void sendKept() {
        while (!absent && sentFrame < lastFrame && sentFrame < limit()) {
            sentFrame++;
            Frame.Sequenced frame = ring.get(sentFrame);
            sink.send(frame.header().equals(header) ? frame : frame.under(header));
        }
    }

    private boolean mayNumber() {
        if (absent) {
            return absentConsumer.kind() != AbsentConsumer.Kind.BLOCK;
        }
        boolean behind = sentFrame < lastFrame;
        return behind ? hasRoomInBuffer() : lastFrame < limit() && ring.bytes() < windowBytes;
    }

    private boolean hasRoomInBuffer() {
        return ring.weight() < absentConsumer.bytes();
    }

    /** The consumer's grant, within this side's own window: what is kept stays bounded whatever a peer says. */
    private long limit() {
        return Math.min(grantedFrame, ackedFrame + windowFrames);
    }

    /** The last record that has been sent. */
    private long sentSeq() {
        return sentFrame > ackedFrame ? ring.get(sentFrame).behindSeq() - 1 : firstAvailableSeq() - 1;
    }

    private long firstAvailableFrame() {
        return ackedFrame + 1;
    }

    private long firstAvailableSeq() {
        Frame.Sequenced oldest = ring.oldest();
        return oldest == null ? emittedSeq + 1 : oldest.firstSeq();
    }
}
