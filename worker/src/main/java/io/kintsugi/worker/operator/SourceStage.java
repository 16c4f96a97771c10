package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.Element;
import io.kintsugi.core.element.UserEvent;
import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.worker.state.TaskCapture;
import io.kintsugi.worker.state.TaskRestore;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The head of a chain that reads: pulls a batch from the reader and pushes it on. */
final class SourceStage extends BatchStage implements SourceOutput<Object> {
    private static final long IDLE_NS_MAX = 1_000_000_000L;

    private static final String POSITION = "position";

    private final String step;
    private final SourceReader<Object, Object> reader;
    private final Class<?> positionType;
    private final @Nullable EventTimeStage eventTime;
    private final int batchRecords;
    private final RecordCount read;
    private final EventSender events;
    /** What one read has given, in order, where there are events in it; usually nothing. */
    private final ArrayDeque<Element> pieces = new ArrayDeque<>(0);

    private ReadStatus status = ReadStatus.MORE;

    /**
     * What is read.
     *
     * @param positionType class of the reader's positions
     */
    record Origin(String step, SourceReader<Object, Object> reader, Class<?> positionType, EventSender events) {}

    SourceStage(Origin origin, ChainSpec spec, Stage next, RecordCount read) {
        super(next, spec.limits().batchRecords(), spec.pulse());
        this.step = origin.step();
        this.reader = origin.reader();
        this.positionType = origin.positionType();
        this.eventTime = next instanceof EventTimeStage behind ? behind : null;
        this.batchRecords = spec.limits().batchRecords();
        this.read = read;
        this.events = origin.events();
    }

    boolean read(long nowNs) {
        try {
            status = reader.read(this, batchRecords, nowNs);
        } catch (Exception e) {
            throw new StepFailedException(step, "read", e);
        }
        read.add(out.count());
        boolean empty = out.isEmpty() && pieces.isEmpty();
        if (!pieces.isEmpty()) {
            cut();
        }
        return pushPieces() && pushOut() && (eventTime == null || eventTime.advance(empty, nowNs));
    }

    /** Sends the watermark of all that was read, if it is not out yet; false when suspended. */
    boolean tellTime() {
        return eventTime == null || eventTime.pushWatermark();
    }

    ReadStatus status() {
        return status;
    }

    long watermark() {
        return eventTime == null ? Long.MIN_VALUE : eventTime.watermark();
    }

    long idleNs() {
        return Math.max(0, Math.min(IDLE_NS_MAX, reader.idleNs()));
    }

    @Override
    public void emit(Object value) {
        pulse.beat();
        out.add(value, Batch.NO_TIMESTAMP);
    }

    @Override
    public void emit(Object value, long timestamp) {
        pulse.beat();
        out.add(value, timestamp);
    }

    @Override
    public void send(Object event) {
        pulse.beat();
        UserEvent sent = events.event(event);
        read.add(out.count());
        cut();
        pieces.add(sent);
    }

    /** What was emitted so far becomes a piece of its own. */
    private void cut() {
        if (!out.isEmpty()) {
            pieces.add(out.slice(0, out.count()));
            out.clear();
        }
    }

    private boolean pushPieces() {
        while (!pieces.isEmpty()) {
            Element piece = pieces.remove();
            if (!(piece instanceof Batch batch ? next.push(batch) : next.push((ControlElement) piece))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean resume() {
        return super.resume() && pushPieces();
    }

    @Override
    public boolean push(Batch batch) {
        throw new IllegalStateException("step '" + step + "' is a source: nothing is pushed into it");
    }

    @Override
    public void capture(TaskCapture capture) {
        Guard.run(step, "position", () -> capture.values(step, POSITION, positionType, List.of(reader.position())));
    }

    /** Throws {@link IllegalStateException} where one reader is to go on for several, which it cannot. */
    @Override
    public void restore(TaskRestore restore) {
        List<?> positions = restore.values(step, POSITION, positionType);
        if (positions.size() > 1) {
            throw new IllegalStateException(
                    "step '%s': its parallelism has changed, and one reader cannot go on from %d positions: %s"
                            .formatted(step, positions.size(), positions));
        }
        positions.forEach(position -> Guard.run(step, "seek", () -> reader.seek(position)));
    }

    /** The time that was told before this attempt began: it does not fall. */
    void toldBefore(long watermark) {
        if (eventTime != null) {
            eventTime.toldBefore(watermark);
        }
    }

    @Override
    public void open() {
        Guard.run(step, "open", reader::open);
    }

    @Override
    public void close() {
        Guard.run(step, "close", reader::close);
    }
}
