package io.kintsugi.worker.net;

import io.kintsugi.core.element.Barrier;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.element.Idle;
import io.kintsugi.core.element.LatencyMarker;
import io.kintsugi.core.element.UserEvent;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.worker.channel.Frame;
import io.netty.buffer.ByteBuf;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of a frame; big-endian, fixed widths.
 *
 * <pre>
 * kind 1 | edge 4 | producer 4 | consumer 4 | producerAttempt 4 | consumerAttempt 4 | epoch 4 | run 8 | n 1 | job n
 *   1 Data     frame 8 | firstSeq 8 | count 4 | records to the end
 *   2 Control  frame 8 | emittedSeq 8 | element 1 (1 Watermark: timestamp 8, outran 1, 2 EndOfInput,
 *              3 Barrier: checkpoint 8, timestamp 8, 4 Idle)
 *   3 Hello    baseSeq 8 | continuesEpoch 4 | firstAvailableFrame 8 | firstAvailableSeq 8 | lastFrame 8 |
 *              exact 1 | sentSeq 8 | mark
 *   4 Probe    lastFrame 8 | emittedSeq 8
 *   5 Resume   nextFrame 8 | nextSeq 8 | grantedFrame 8
 *   6 Credit   ackedFrame 8 | grantedFrame 8 | mark
 *   7 Gap      frame 8 | firstSeq 8 | count 8
 *   8 Event    frame 8 | emittedSeq 8 | subtask 4 | attempt 4 | number 8 | n 2 | step n | event, as a record
 * </pre>
 *
 * A mark is told by {@link MarkFormat}.
 */
final class WireFormat {
    private static final byte DATA = 1;
    private static final byte CONTROL = 2;
    private static final byte HELLO = 3;
    private static final byte PROBE = 4;
    private static final byte RESUME = 5;
    private static final byte CREDIT = 6;
    private static final byte GAP = 7;
    private static final byte EVENT = 8;

    private static final byte WATERMARK = 1;
    private static final byte BARRIER = 3;
    private static final byte IDLE = 4;
    private static final byte END_OF_INPUT = 2;
    private static final byte LATENCY_MARKER = 5;

    private WireFormat() {}

    /** Appends the frame; the records of a data frame must be encoded already. */
    static void write(Buffer out, Envelope envelope) {
        Frame frame = envelope.frame();
        if (frame instanceof Frame.Data data) {
            header(out, DATA, envelope).appendLong(data.frame()).appendLong(data.firstSeq());
            EncodedParcel parcel = (EncodedParcel) data.parcel();
            out.appendInt(parcel.count()).appendBytes(parcel.array(), parcel.offset(), parcel.length());
        } else if (frame instanceof Frame.Control control) {
            header(out, CONTROL, envelope).appendLong(control.frame()).appendLong(control.emittedSeq());
            writeElement(out, control.element());
        } else if (frame instanceof Frame.Event event) {
            writeEvent(header(out, EVENT, envelope), event);
        } else if (frame instanceof Frame.Gap gap) {
            header(out, GAP, envelope)
                    .appendLong(gap.frame())
                    .appendLong(gap.firstSeq())
                    .appendLong(gap.count());
        } else if (frame instanceof Frame.Hello hello) {
            header(out, HELLO, envelope)
                    .appendLong(hello.baseSeq())
                    .appendInt(hello.continuesEpoch())
                    .appendLong(hello.firstAvailableFrame())
                    .appendLong(hello.firstAvailableSeq())
                    .appendLong(hello.lastFrame())
                    .appendByte((byte) (hello.memory().exact() ? 1 : 0))
                    .appendLong(hello.memory().sentSeq());
            MarkFormat.write(out, hello.memory().mark());
        } else if (frame instanceof Frame.Probe probe) {
            header(out, PROBE, envelope).appendLong(probe.lastFrame()).appendLong(probe.emittedSeq());
        } else if (frame instanceof Frame.Resume resume) {
            header(out, RESUME, envelope)
                    .appendLong(resume.nextFrame())
                    .appendLong(resume.nextSeq())
                    .appendLong(resume.grantedFrame());
        } else if (frame instanceof Frame.Credit credit) {
            header(out, CREDIT, envelope).appendLong(credit.ackedFrame()).appendLong(credit.grantedFrame());
            MarkFormat.write(out, credit.mark());
        } else {
            throw new IllegalStateException("no wire format for " + frame);
        }
    }

    private static void writeEvent(Buffer out, Frame.Event event) {
        UserEvent.Origin origin = event.origin();
        byte[] step = origin.step().getBytes(StandardCharsets.UTF_8);
        EncodedParcel parcel = (EncodedParcel) event.parcel();
        out.appendLong(event.frame())
                .appendLong(event.emittedSeq())
                .appendInt(origin.subtask())
                .appendInt(origin.attempt())
                .appendLong(origin.number())
                .appendShort((short) step.length)
                .appendBytes(step)
                .appendBytes(parcel.array(), parcel.offset(), parcel.length());
    }

    private static Buffer header(Buffer out, byte kind, Envelope envelope) {
        Frame.Header header = envelope.frame().header();
        ChannelId channel = header.channel();
        byte[] job = envelope.job().name().getBytes(StandardCharsets.ISO_8859_1);
        return out.appendByte(kind)
                .appendInt(channel.edge())
                .appendInt(channel.producer())
                .appendInt(channel.consumer())
                .appendInt(header.producerAttempt())
                .appendInt(header.consumerAttempt())
                .appendInt(header.epoch())
                .appendLong(envelope.job().run())
                .appendByte((byte) job.length)
                .appendBytes(job);
    }

    private static void writeElement(Buffer out, ControlElement element) {
        if (element instanceof Watermark watermark) {
            out.appendByte(WATERMARK).appendLong(watermark.timestamp()).appendByte((byte) (watermark.outran() ? 1 : 0));
        } else if (element instanceof Barrier barrier) {
            out.appendByte(BARRIER).appendLong(barrier.checkpoint()).appendLong(barrier.timestamp());
        } else if (element instanceof EndOfInput) {
            out.appendByte(END_OF_INPUT);
        } else if (element instanceof Idle) {
            out.appendByte(IDLE);
        } else if (element instanceof LatencyMarker marker) {
            out.appendByte(LATENCY_MARKER).appendInt(marker.source()).appendLong(marker.epochMs());
        } else {
            throw new IllegalStateException("no wire format for " + element);
        }
    }

    /** Reads a frame that ends where the buffer ends; its records stay in the buffer, without a codec yet. */
    static Envelope read(Buffer buffer, int pos) {
        ByteBuf in = ((BufferInternal) buffer).getByteBuf();
        in = in.slice(pos, in.readableBytes() - pos);
        byte kind = in.readByte();
        ChannelId channel = new ChannelId(in.readInt(), in.readInt(), in.readInt());
        Frame.Header header = new Frame.Header(channel, in.readInt(), in.readInt(), in.readInt());
        long run = in.readLong();
        byte[] job = new byte[in.readByte()];
        in.readBytes(job);
        Frame frame = switch (kind) {
            case DATA -> readData(header, in);
            case CONTROL -> new Frame.Control(header, in.readLong(), in.readLong(), readElement(in));
            case HELLO ->
                new Frame.Hello(
                        header,
                        in.readLong(),
                        in.readInt(),
                        in.readLong(),
                        in.readLong(),
                        in.readLong(),
                        new Frame.Memory(in.readBoolean(), in.readLong(), MarkFormat.read(in)));
            case EVENT -> readEvent(header, in);
            case GAP -> new Frame.Gap(header, in.readLong(), in.readLong(), in.readLong());
            case PROBE -> new Frame.Probe(header, in.readLong(), in.readLong());
            case RESUME -> new Frame.Resume(header, in.readLong(), in.readLong(), in.readLong());
            case CREDIT -> new Frame.Credit(header, in.readLong(), in.readLong(), MarkFormat.read(in));
            default -> throw new IllegalStateException("channel " + channel + ": no frame of kind " + kind);
        };
        return new Envelope(new JobId(new String(job, StandardCharsets.ISO_8859_1), run), frame);
    }

    private static Frame.Data readData(Frame.Header header, ByteBuf in) {
        long frame = in.readLong();
        long firstSeq = in.readLong();
        int count = in.readInt();
        return new Frame.Data(header, frame, firstSeq, RawParcel.of(in, count));
    }

    private static Frame.Event readEvent(Frame.Header header, ByteBuf in) {
        long frame = in.readLong();
        long emittedSeq = in.readLong();
        int subtask = in.readInt();
        int attempt = in.readInt();
        long number = in.readLong();
        byte[] step = new byte[in.readShort()];
        in.readBytes(step);
        UserEvent.Origin origin =
                new UserEvent.Origin(new String(step, StandardCharsets.UTF_8), subtask, attempt, number);
        return new Frame.Event(header, frame, emittedSeq, origin, RawParcel.of(in, 1));
    }

    private static ControlElement readElement(ByteBuf in) {
        byte kind = in.readByte();
        return switch (kind) {
            case WATERMARK -> new Watermark(in.readLong(), in.readBoolean());
            case END_OF_INPUT -> EndOfInput.INSTANCE;
            case IDLE -> Idle.INSTANCE;
            case BARRIER -> new Barrier(in.readLong(), in.readLong());
            case LATENCY_MARKER -> new LatencyMarker(in.readInt(), in.readLong());
            default -> throw new IllegalStateException("no control element of kind " + kind);
        };
    }
}
