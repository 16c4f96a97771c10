package io.kintsugi.worker.net;

import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.worker.channel.Mark;
import io.netty.buffer.ByteBuf;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a mark inside of a frame; big-endian, fixed widths.
 *
 * <pre>
 * 0 for null, 1 for no mark yet
 * 2 | attempt 4 | number 8 | n 2 | n inputs | n 2 | n outputs | n 2 | n losses
 *   position   edge 4 | producer 4 | consumer 4 | epoch 4 | seq 8
 *   loss       edge 4 | producer 4 | consumer 4 | epoch 4 | fromSeq 8 | toSeq 8 | kind 1 | basis 1 | least 8
 * </pre>
 */
final class MarkFormat {
    private static final byte NULL = 0;
    private static final byte NONE = 1;
    private static final byte MARK = 2;

    private static final List<LossKind> KINDS = List.of(LossKind.values());
    private static final List<LossBasis> BASES = List.of(LossBasis.values());

    private MarkFormat() {}

    static void write(Buffer out, @Nullable Mark mark) {
        if (mark == null || mark.equals(Mark.NONE)) {
            out.appendByte(mark == null ? NULL : NONE);
            return;
        }
        out.appendByte(MARK).appendInt(mark.attempt()).appendLong(mark.number());
        positions(out, mark.at().inputs());
        positions(out, mark.at().outputs());
        out.appendShort((short) mark.losses().size());
        for (LossRange loss : mark.losses()) {
            channel(out, loss.channel())
                    .appendInt(loss.epoch())
                    .appendLong(loss.fromSeq())
                    .appendLong(loss.toSeq())
                    .appendByte((byte) KINDS.indexOf(loss.kind()))
                    .appendByte((byte) BASES.indexOf(loss.basis()))
                    .appendLong(loss.least());
        }
    }

    private static void positions(Buffer out, List<ChannelPosition> positions) {
        out.appendShort((short) positions.size());
        for (ChannelPosition position : positions) {
            channel(out, position.channel()).appendInt(position.epoch()).appendLong(position.seq());
        }
    }

    private static Buffer channel(Buffer out, ChannelId channel) {
        return out.appendInt(channel.edge()).appendInt(channel.producer()).appendInt(channel.consumer());
    }

    static @Nullable Mark read(ByteBuf in) {
        byte what = in.readByte();
        return switch (what) {
            case NULL -> null;
            case NONE -> Mark.NONE;
            case MARK ->
                new Mark(in.readInt(), in.readLong(), new ChannelPositions(positions(in), positions(in)), losses(in));
            default -> throw new IllegalStateException("no mark of kind " + what);
        };
    }

    private static List<ChannelPosition> positions(ByteBuf in) {
        int count = in.readUnsignedShort();
        List<ChannelPosition> positions = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            positions.add(new ChannelPosition(channel(in), in.readInt(), in.readLong()));
        }
        return positions;
    }

    private static List<LossRange> losses(ByteBuf in) {
        int count = in.readUnsignedShort();
        List<LossRange> losses = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            losses.add(new LossRange(
                    channel(in),
                    in.readInt(),
                    in.readLong(),
                    in.readLong(),
                    KINDS.get(in.readByte()),
                    BASES.get(in.readByte()),
                    in.readLong()));
        }
        return losses;
    }

    private static ChannelId channel(ByteBuf in) {
        return new ChannelId(in.readInt(), in.readInt(), in.readInt());
    }
}
