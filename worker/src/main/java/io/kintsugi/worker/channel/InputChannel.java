package io.kintsugi.worker.channel;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.element.Element;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.LossRange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The consuming end of a channel. Hands over every record once and in order, asks again for what is missing, and records
 * as a {@link LossRange} what the producer no longer has. Belongs to the task's thread.
 *
 * <pre>
 * created ──connect──▶ resuming ──Hello──▶ connected ──EndOfInput taken──▶ ended
 *    │                   ▲  ▲                  │
 *    └──detach──▶ away ──┘  └──newer producer──┤
 *                   ▲───────────detach─────────┘
 * </pre>
 *
 * One that {@link #ask}s takes nothing before it goes on. An ended channel still answers {@code Probe}, so that a producer
 * whose last credit was lost can finish, and drops what a later producer emits: keep it reachable until the job is released.
 */
public final class InputChannel {
    /** Loss ranges that are kept for {@link #takeLosses}; beyond it the oldest go, and only their count remains. */
    public static final int LOSS_RANGES_MAX = 256;

    private final int windowFrames;
    private final int quarterFrames;
    private final long quarterBytes;
    private final long heartbeatNs;
    private final long reportNs;
    private final long silenceNs;
    private final FrameSink sink;
    private final ChannelCounters counters = new ChannelCounters();
    private final ArrayDeque<Frame.Sequenced> queue;
    private final ArrayDeque<LossRange> losses = new ArrayDeque<>();
    /** What was found out about the records, each behind the frames that had been received by then. */
    private final ArrayDeque<Finding> findings = new ArrayDeque<>();

    private final EpochLedger ledger;

    private Frame.Header header;
    private long nextFrame = 1;
    private boolean connected;
    private boolean away;
    private boolean ended;
    private boolean asking;
    private Frame.@Nullable Hello answer;
    private long catchUpFrame;
    private ChannelPosition taken;
    private ChannelPosition before;
    private long framesQueued;
    private long framesTaken;
    private int unreportedFrames;
    private long unreportedBytes;
    private boolean unreportedSeen;
    private long unreportedSinceNs;
    private long heardNs;
    private long resumedNs;
    /** Null for a task with state. */
    private @Nullable Mark mark;

    private @Nullable Mark toldMark;

    /** @param behindFrames counts the frames that were queued before it */
    private record Finding(long behindFrames, List<LossRange> losses, ChannelPosition position) {}

    public InputChannel(ChannelId channel, int attempt, ChannelSettings settings, FrameSink sink) {
        this.sink = sink;
        header = new Frame.Header(channel, 0, attempt, 0);
        ledger = new EpochLedger(channel);
        taken = ledger.position();
        before = taken;
        windowFrames = settings.windowFrames();
        quarterFrames = Math.max(1, windowFrames / 4);
        quarterBytes = (long) windowFrames * settings.frameBytes() / 4;
        heartbeatNs = TimeUnit.MILLISECONDS.toNanos(settings.heartbeatMs());
        reportNs = heartbeatNs / 4; // so that the producer does not ask
        silenceNs = TimeUnit.MILLISECONDS.toNanos(settings.silenceMs());
        queue = new ArrayDeque<>(windowFrames);
    }

    /** Goes on behind what belongs to the state of the consumer; before anything else. */
    public void startAt(ChannelStart start) {
        ledger.startAt(start);
        taken = ledger.position();
        before = taken;
        header = new Frame.Header(id(), header.producerAttempt(), header.consumerAttempt(), start.epoch());
    }

    /** Asks the producer only what it knows, and takes nothing, until {@link #goOn}; before anything else. */
    public void ask() {
        asking = true;
    }

    /** Whether the producer has said what it knows, or is not there to say it. */
    public boolean hasAnswered() {
        return away || answer != null;
    }

    /** What the producer has said when it was asked; null for nothing. */
    public Frame.@Nullable Hello answer() {
        return answer;
    }

    /** Begins in earnest, behind {@code start}. */
    public void goOn(ChannelStart start, long nowNs) {
        startAt(start);
        asking = false;
        if (header.producerAttempt() > 0 && !away) {
            resume(nowNs);
        }
    }

    /** Tells the producer from now on how far a task without state has come. */
    public void mark(Mark newest) {
        mark = newest;
    }

    /** Its end had been taken by an earlier attempt: what comes now finds nobody, and is acknowledged all the same. */
    public void startEnded() {
        ended = true;
    }

    public ChannelId id() {
        return header.channel();
    }

    /**
     * Begins to read from an attempt of the producer, or begins again. An older attempt than one known is ignored and
     * counted as fenced. What was received from the one before can still be polled.
     */
    public void connect(int producerAttempt, long nowNs) {
        if (producerAttempt < header.producerAttempt()) {
            counters.fenced++;
            return;
        }
        if (producerAttempt > header.producerAttempt()) {
            header = new Frame.Header(id(), producerAttempt, header.consumerAttempt(), header.epoch());
            nextFrame = 1;
            connected = false;
            away = false;
            answer = null;
        }
        if (!away) {
            heardNs = nowNs;
            resume(nowNs);
        }
    }

    /** This attempt of the producer is gone: what it sent can still be polled. Nothing for one that was replaced already. */
    public void detach(int producerAttempt) {
        if (producerAttempt >= header.producerAttempt()) {
            header = new Frame.Header(id(), producerAttempt, header.consumerAttempt(), header.epoch());
            connected = false;
            away = true;
        }
    }

    /** Takes a frame from the producer. */
    public void receive(Frame frame, long nowNs) {
        if (!(frame instanceof Frame.ToConsumer toConsumer)) {
            throw new IllegalStateException("channel %s: %s came to the consuming end"
                    .formatted(id(), frame.getClass().getSimpleName()));
        }
        toConsumer.deliverTo(this, nowNs);
    }

    /** The next element, or null while there is none. To take it is to acknowledge it. */
    public @Nullable Element poll() {
        Frame.Sequenced frame = queue.poll();
        if (frame == null) {
            return null;
        }
        before = taken;
        Element element = open(frame);
        took(frame);
        skipGaps();
        noteFindings();
        if (unreportedFrames >= quarterFrames || unreportedBytes >= quarterBytes || ended) {
            sendCredit();
        }
        return element;
    }

    private void took(Frame.Sequenced frame) {
        framesTaken++;
        unreportedFrames++;
        unreportedBytes += frame.bytes();
    }

    /** Takes what is no element, so that an end with something in its queue has an element. */
    private void skipGaps() {
        while (queue.peek() instanceof Frame.Gap gap) {
            queue.remove();
            took(gap);
        }
    }

    /** From when the frames before it have been taken, a finding belongs to what was taken. */
    private void noteFindings() {
        while (!findings.isEmpty() && findings.peek().behindFrames() <= framesTaken) {
            Finding finding = findings.remove();
            finding.losses().forEach(this::record);
            taken = finding.position();
        }
    }

    private void found(List<LossRange> ranges) {
        findings.add(new Finding(framesQueued, ranges, ledger.position()));
        noteFindings();
    }

    /** Acknowledges all that was taken, so that the next attempt does not get it again. */
    public void acknowledge() {
        if (unreportedFrames > 0) {
            sendCredit();
        }
    }

    private Element open(Frame.Sequenced frame) {
        took(frame, frame.behindSeq() - 1);
        if (frame instanceof Frame.Data data) {
            counters.records += data.parcel().count();
            counters.batches++;
            counters.bytes += data.bytes();
            return data.parcel().open();
        }
        if (frame instanceof Frame.Event event) {
            counters.bytes += event.bytes();
            return event.open();
        }
        Element element = ((Frame.Control) frame).element();
        ended = element instanceof EndOfInput;
        return element;
    }

    /** A producer that repeats what it sent before does not take the position back. */
    private void took(Frame.Sequenced frame, long seq) {
        int epoch = frame.header().epoch();
        if (epoch != taken.epoch() || seq > taken.seq()) {
            taken = new ChannelPosition(id(), epoch, seq);
        }
    }

    /** Repeats what a lost message may have hidden. Call it a few times per heartbeat. */
    public void tick(long nowNs) {
        if (header.producerAttempt() == 0 || away) {
            return;
        }
        if (unreportedFrames == 0 || !unreportedSeen) {
            unreportedSeen = unreportedFrames > 0;
            unreportedSinceNs = nowNs;
        } else if (nowNs - unreportedSinceNs >= reportNs) {
            sendCredit();
        }
        if (!connected || (!ended && nowNs - heardNs >= silenceNs)) {
            resumeUnlessRecent(nowNs);
        }
    }

    /** Whether the current attempt of the producer has answered. */
    public boolean connected() {
        return connected;
    }

    /** Whether the producer is gone, and nobody has taken its place yet. */
    public boolean away() {
        return away;
    }

    /** Whether everything has been polled that waited for this end when it met its producer. */
    public boolean caughtUp() {
        return connected && ackedFrame() >= catchUpFrame;
    }

    /** How far the records have been polled. */
    public ChannelPosition position() {
        return taken;
    }

    /** How far they had been polled before the last element. */
    public ChannelPosition positionBefore() {
        return before;
    }

    /** Whether {@link EndOfInput} has been polled. */
    public boolean ended() {
        return ended;
    }

    public boolean isEmpty() {
        return queue.isEmpty();
    }

    /** Frames that wait to be polled, at most {@code windowFrames}. For metrics. */
    public int queued() {
        return queue.size();
    }

    public ChannelCounters counters() {
        return counters;
    }

    /** The losses since the last call, oldest first. */
    public List<LossRange> takeLosses() {
        List<LossRange> taken = new ArrayList<>(losses);
        losses.clear();
        return taken;
    }

    void onHello(Frame.Hello hello, long nowNs) {
        Frame.Header from = hello.header();
        if (!isFromPeer(from)) {
            return;
        }
        if (from.epoch() < header.epoch() || away) {
            counters.fenced++;
            return;
        }
        heardNs = nowNs;
        if (asking) {
            answer = hello;
            nextFrame = Math.max(nextFrame, hello.firstAvailableFrame());
        } else if (!connected) {
            found(ledger.meet(hello));
            header = from;
            nextFrame = Math.max(nextFrame, hello.firstAvailableFrame());
            catchUpFrame = hello.lastFrame();
            connected = true;
        }
    }

    void onProbe(Frame.Probe probe, long nowNs) {
        if (!accepts(probe.header(), nowNs)) {
            return;
        }
        if (probe.lastFrame() >= nextFrame) {
            fillGap(nowNs);
        } else {
            toldMark = null;
            sendCredit();
        }
    }

    void onData(Frame.Data data, long nowNs) {
        if (isNext(data, nowNs)) {
            Parcel parcel = ledger.enter(data);
            if (parcel != null) {
                long firstSeq = data.firstSeq() + data.parcel().count() - parcel.count();
                queued(parcel == data.parcel() ? data : new Frame.Data(header, data.frame(), firstSeq, parcel));
            } else {
                counters.duplicates++;
                unreportedFrames++;
            }
        }
    }

    void onGap(Frame.Gap gap, long nowNs) {
        if (isNext(gap, nowNs)) {
            found(ledger.enter(gap));
            queued(gap);
            skipGaps();
        }
    }

    void onControl(Frame.Control control, long nowNs) {
        if (isNext(control, nowNs)) {
            ledger.check(control, control.element());
            queued(control);
        }
    }

    void onEvent(Frame.Event event, long nowNs) {
        if (isNext(event, nowNs)) {
            ledger.check(event, event.origin());
            queued(event);
        }
    }

    /**
     * The end had come before: what a later producer emits again finds nobody. So that it comes to its own end, everything
     * is acknowledged.
     */
    private void drop(Frame.Sequenced frame) {
        found(ledger.drop(frame));
        unreportedFrames++;
        sendCredit();
    }

    private void queued(Frame.Sequenced frame) {
        framesQueued++;
        queue.add(frame);
    }

    /** Whether the frame is the one that is wanted next, and somebody wants it. */
    private boolean isNext(Frame.Sequenced frame, long nowNs) {
        if (!accepts(frame.header(), nowNs)) {
            return false;
        }
        if (frame.frame() < nextFrame) {
            counters.duplicates++;
            return false;
        }
        if (frame.frame() > nextFrame) {
            fillGap(nowNs);
            return false;
        }
        if (queue.size() == windowFrames) {
            throw new IllegalStateException(
                    "channel %s: frame %d came beyond the granted %d".formatted(id(), frame.frame(), grantedFrame()));
        }
        nextFrame++;
        if (ended) {
            drop(frame);
        }
        return !ended;
    }

    private boolean accepts(Frame.Header from, long nowNs) {
        if (!isFromPeer(from)) {
            return false;
        }
        if (from.epoch() < header.epoch()) {
            counters.fenced++;
            return false;
        }
        heardNs = nowNs;
        if (!connected || from.epoch() > header.epoch()) {
            counters.early++;
            if (!away) {
                resumeUnlessRecent(nowNs);
            }
            return false;
        }
        return true;
    }

    private boolean isFromPeer(Frame.Header from) {
        boolean current = from.producerAttempt() == header.producerAttempt()
                && from.consumerAttempt() == header.consumerAttempt();
        if (!current) {
            counters.fenced++;
        }
        return current;
    }

    private void fillGap(long nowNs) {
        if (resumeUnlessRecent(nowNs)) {
            counters.gaps++;
        }
    }

    private boolean resumeUnlessRecent(long nowNs) {
        boolean due = nowNs - resumedNs >= heartbeatNs;
        if (due) {
            resume(nowNs);
        }
        return due;
    }

    private void resume(long nowNs) {
        resumedNs = nowNs;
        toldMark = null;
        sink.send(new Frame.Resume(header, nextFrame, ledger.nextSeq(), asking ? ackedFrame() : grantedFrame()));
    }

    private void sendCredit() {
        unreportedFrames = 0;
        unreportedBytes = 0;
        unreportedSeen = false;
        if (connected) {
            sink.send(new Frame.Credit(header, ackedFrame(), grantedFrame(), markToTell()));
        }
    }

    /** Each once, and again when something may have been lost. */
    private @Nullable Mark markToTell() {
        Mark newest = mark;
        boolean told = Objects.equals(newest, toldMark);
        toldMark = newest;
        return told && newest != null ? Mark.NONE : newest;
    }

    /** All that was received but is no longer in the queue. Frames of an earlier producer in the queue count as well. */
    private long ackedFrame() {
        return nextFrame - 1 - queue.size();
    }

    private long grantedFrame() {
        return ackedFrame() + windowFrames;
    }

    private void record(LossRange loss) {
        counters.lost += loss.kind().isLost() ? loss.count() : 0;
        if (losses.size() == LOSS_RANGES_MAX) {
            losses.removeFirst();
        }
        losses.add(loss);
    }
}
