package io.kintsugi.worker.channel;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.element.Barrier;
import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.element.Idle;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.snapshot.ChannelPosition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The producing end of a channel. Numbers what is written, sends what the consumer has room for, and keeps it until the
 * consumer has taken it. Belongs to the task's thread.
 *
 * <pre>
 * waiting ──first Resume──▶ connected ──Resume of a newer consumer──▶ connected
 * </pre>
 *
 * What it holds is bounded: {@code windowFrames} frames, together no more than {@code windowFrames * frameBytes} encoded
 * bytes plus one record; the rest of the batch being written; and {@link #CONTROL_WAITING_MAX} control elements.
 */
public final class OutputChannel {
    /**
     * Control elements that may wait for credit. Newer ones replace older ones, so that in order there are at most two
     * about time, a barrier, two more about time, and the end.
     */
    public static final int CONTROL_WAITING_MAX = 6;

    private static final int FIRST_EPOCH = 1;
    private static final long BASE_SEQ = 1;

    private final int windowFrames;
    private final long windowBytes;
    private final long heartbeatNs;
    private final FrameSink sink;
    private final ResendRing ring;
    private final ChannelCounters counters = new ChannelCounters();
    private final ArrayDeque<ControlElement> waiting = new ArrayDeque<>();

    private Frame.Header header;
    private long lastFrame;
    private long emittedSeq;
    private long ackedFrame;
    private long grantedFrame;
    private @Nullable Batch rest;
    private int restFrom;
    private boolean ended;

    private long quietSinceNs;
    private long quietLastFrame = -1;
    private long quietAckedFrame = -1;

    /** The end of a producer that begins a numbering of its own: epoch 1. */
    public OutputChannel(ChannelId channel, int attempt, ChannelSettings settings, FrameSink sink) {
        this(channel, attempt, FIRST_EPOCH, settings, sink);
    }

    /** @param epoch higher than that of any earlier attempt, whose numbers this one does not continue */
    OutputChannel(ChannelId channel, int attempt, int epoch, ChannelSettings settings, FrameSink sink) {
        this.sink = sink;
        header = new Frame.Header(channel, attempt, 0, epoch);
        windowFrames = settings.windowFrames();
        windowBytes = (long) windowFrames * settings.frameBytes();
        heartbeatNs = TimeUnit.MILLISECONDS.toNanos(settings.heartbeatMs());
        ring = new ResendRing(windowFrames);
    }

    public ChannelId id() {
        return header.channel();
    }

    /** Whether {@link #write(Batch)} may be called: a consumer is connected, has room, and nothing waits. */
    public boolean writable() {
        return rest == null && waiting.isEmpty() && !ended && mayNumber();
    }

    /**
     * Sends the batch, which from now on belongs to the channel. An empty one is nothing.
     *
     * @throws IllegalStateException unless {@link #writable()}
     * @throws RuntimeException of {@link FrameSink#pack}, such as a record that is too large; the channel is then unusable
     */
    public void write(Batch batch) {
        if (!writable()) {
            throw new IllegalStateException(
                    "channel %s: a batch was written without credit (frame %d of %d, %d waiting, ended %s)"
                            .formatted(id(), lastFrame, grantedFrame, waiting.size(), ended));
        }
        if (!batch.isEmpty()) {
            rest = batch;
            restFrom = 0;
            flush();
        }
    }

    /**
     * Sends a control element behind all that was written, or lets it wait for credit.
     *
     * @throws IllegalStateException after {@link EndOfInput}, or when {@link #CONTROL_WAITING_MAX} wait
     */
    public void write(ControlElement element) {
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
        boolean sent = ring.isEmpty() && lastFrame != quietLastFrame;
        if (acknowledged || sent) {
            quietAckedFrame = ackedFrame;
            quietLastFrame = lastFrame;
            quietSinceNs = nowNs;
        } else if (connected() && nowNs - quietSinceNs >= heartbeatNs) {
            quietSinceNs = nowNs;
            sink.send(new Frame.Probe(header, lastFrame, emittedSeq));
        }
    }

    /** Whether a consumer has asked for this channel. */
    public boolean connected() {
        return header.consumerAttempt() > 0;
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

    /** How far records have been written, those that wait for credit included. */
    public ChannelPosition position() {
        int waitingRecords = rest == null ? 0 : rest.count() - restFrom;
        return new ChannelPosition(id(), epoch(), emittedSeq + waitingRecords);
    }

    /** Frames that the consumer has room for beyond those sent; 0 or less when it has none. For metrics. */
    public long credits() {
        return limit() - lastFrame;
    }

    /** Frames that are kept for a resend, at most {@code windowFrames}. For metrics. */
    public int unacknowledged() {
        return ring.size();
    }

    public ChannelCounters counters() {
        return counters;
    }

    void onResume(Frame.Resume resume, long nowNs) {
        Frame.Header from = resume.header();
        if (from.producerAttempt() != header.producerAttempt()
                || from.consumerAttempt() < header.consumerAttempt()
                || from.epoch() > header.epoch()) {
            counters.fenced++;
            return;
        }
        boolean sameEpoch = from.epoch() == header.epoch();
        long firstAvailable = firstAvailableFrame();
        long start = sameEpoch ? Math.max(resume.nextFrame(), firstAvailable) : firstAvailable;
        if (start > lastFrame + 1) {
            throw new IllegalStateException("channel %s: the consumer asks for frame %d, but the last one is %d"
                    .formatted(id(), start, lastFrame));
        }
        if (from.consumerAttempt() > header.consumerAttempt()) {
            header = new Frame.Header(id(), header.producerAttempt(), from.consumerAttempt(), header.epoch());
            // The consumer's room counts from where it will begin, which it does not know yet.
            grantedFrame = start - 1 + (resume.grantedFrame() - (resume.nextFrame() - 1));
        } else if (sameEpoch) {
            grantedFrame = Math.max(grantedFrame, resume.grantedFrame());
        }
        quietSinceNs = nowNs;
        sink.send(new Frame.Hello(header, BASE_SEQ, firstAvailable, firstAvailableSeq(), lastFrame));
        resendFrom(start);
        flush();
    }

    void onCredit(Frame.Credit credit, long nowNs) {
        if (!credit.header().equals(header)) {
            counters.fenced++;
            return;
        }
        if (credit.ackedFrame() > lastFrame) {
            throw new IllegalStateException("channel %s: frame %d was acknowledged, but the last one is %d"
                    .formatted(id(), credit.ackedFrame(), lastFrame));
        }
        ackedFrame = Math.max(ackedFrame, credit.ackedFrame());
        grantedFrame = Math.max(grantedFrame, credit.grantedFrame());
        ring.dropThrough(ackedFrame);
        flush();
    }

    private void resendFrom(long start) {
        ring.forEachFrom(start, frame -> {
            counters.resent++;
            sink.send(frame.under(header));
        });
    }

    private void flush() {
        while (rest != null && mayNumber()) {
            Parcel parcel = sink.pack(rest, restFrom);
            restFrom += parcel.count();
            if (restFrom == rest.count()) {
                rest = null;
            }
            Frame.Data data = new Frame.Data(header, ++lastFrame, emittedSeq + 1, parcel);
            emittedSeq += parcel.count();
            counters.records += parcel.count();
            counters.batches++;
            counters.bytes += parcel.bytes();
            keepAndSend(data);
        }
        while (rest == null && !waiting.isEmpty() && mayNumber()) {
            keepAndSend(new Frame.Control(header, ++lastFrame, emittedSeq, waiting.remove()));
        }
    }

    private void keepAndSend(Frame.Sequenced frame) {
        ring.add(frame);
        sink.send(frame);
    }

    private boolean mayNumber() {
        return lastFrame < limit() && ring.bytes() < windowBytes;
    }

    /** The consumer's grant, within this side's own window: what is kept stays bounded whatever a peer says. */
    private long limit() {
        return Math.min(grantedFrame, ackedFrame + windowFrames);
    }

    private long firstAvailableFrame() {
        return ackedFrame + 1;
    }

    private long firstAvailableSeq() {
        Frame.Sequenced oldest = ring.oldest();
        return oldest == null ? emittedSeq + 1 : oldest.firstSeq();
    }
}
