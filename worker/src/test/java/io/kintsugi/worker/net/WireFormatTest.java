package io.kintsugi.worker.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.element.Barrier;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.element.Idle;
import io.kintsugi.core.element.LatencyMarker;
import io.kintsugi.core.element.UserEvent;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.worker.channel.Frame;
import io.kintsugi.worker.channel.Mark;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class WireFormatTest {
    private static final Frame.Header HEADER = new Frame.Header(new ChannelId(7, 100_000, 3), 2, Integer.MAX_VALUE, 5);
    private static final JobId JOB = new JobId("a".repeat(64), Long.MAX_VALUE);

    private static final ChannelId OTHER = new ChannelId(1, 2, 3);
    private static final Mark MARK = new Mark(
            3,
            Long.MAX_VALUE,
            new ChannelPositions(
                    List.of(new ChannelPosition(HEADER.channel(), 5, Long.MAX_VALUE), new ChannelPosition(OTHER, 0, 0)),
                    List.of(new ChannelPosition(OTHER, Integer.MAX_VALUE, 4))),
            List.of(
                    LossRange.bounded(HEADER.channel(), 5, 6, 9, LossKind.LOST_STATE, 2),
                    LossRange.counted(OTHER, 1, 7, 7, LossKind.DISCARDED),
                    LossRange.unknown(OTHER, 1, 1)));

    static Stream<Frame> frames() {
        return Stream.of(
                new Frame.Control(HEADER, 1, 0, new Watermark(Long.MIN_VALUE)),
                new Frame.Control(HEADER, 1, 0, new Watermark(7, true)),
                new Frame.Control(HEADER, Long.MAX_VALUE, Long.MAX_VALUE, EndOfInput.INSTANCE),
                new Frame.Control(HEADER, 3, 4, Idle.INSTANCE),
                new Frame.Control(HEADER, 3, 4, new Barrier(5, -6)),
                new Frame.Control(HEADER, 3, 4, new LatencyMarker(6, Long.MAX_VALUE)),
                new Frame.Hello(HEADER, 1, 7, 2, 3, 4, new Frame.Memory(true, 0, null)),
                new Frame.Hello(HEADER, 1, 7, 2, 3, 4, new Frame.Memory(false, Long.MAX_VALUE, MARK)),
                new Frame.Gap(HEADER, 5, 6, 7),
                new Frame.Probe(HEADER, 1, 2),
                new Frame.Resume(HEADER, 1, 2, 3),
                new Frame.Credit(HEADER, -1, 31, null),
                new Frame.Credit(HEADER, -1, 31, Mark.NONE),
                new Frame.Credit(HEADER, -1, 31, MARK));
    }

    @ParameterizedTest
    @MethodSource("frames")
    void givesBackEveryFrame(Frame frame) {
        Buffer buffer = Buffer.buffer("before it");
        int pos = buffer.length();

        WireFormat.write(buffer, new Envelope(JOB, frame));

        assertThat(WireFormat.read(buffer, pos)).isEqualTo(new Envelope(JOB, frame));
    }

    @Test
    void givesBackAnEventWithItsOrigin() {
        UserEvent.Origin origin = new UserEvent.Origin("größe", 3, Integer.MAX_VALUE, Long.MAX_VALUE);
        EncodedParcel parcel =
                new EncodedParcel(TestJobs.codec(ChannelSettings.defaults()), new byte[] {9, 8, 7, 6}, 1, 2, 1);
        Buffer buffer = Buffer.buffer("before it");
        int pos = buffer.length();

        WireFormat.write(buffer, new Envelope(JOB, new Frame.Event(HEADER, 11, 12, origin, parcel)));

        Frame.Event event = (Frame.Event) WireFormat.read(buffer, pos).frame();
        RawParcel raw = (RawParcel) event.parcel();
        assertThat(event.with(parcel)).isEqualTo(new Frame.Event(HEADER, 11, 12, origin, parcel));
        assertThat(Arrays.copyOfRange(raw.array(), raw.offset(), raw.offset() + raw.length()))
                .containsExactly(8, 7);
    }

    @Test
    void leavesTheRecordsInTheBufferThatTheyCameIn() {
        byte[] records = {9, 8, 7, 6};
        EncodedParcel parcel = new EncodedParcel(TestJobs.codec(ChannelSettings.defaults()), records, 1, 2, 5);
        Buffer buffer = Buffer.buffer("before it");
        int pos = buffer.length();

        WireFormat.write(buffer, new Envelope(JOB, new Frame.Data(HEADER, 11, 12, parcel)));

        Frame.Data data = (Frame.Data) WireFormat.read(buffer, pos).frame();
        RawParcel raw = (RawParcel) data.parcel();
        assertThat(data.header()).isEqualTo(HEADER);
        assertThat(data.frame()).isEqualTo(11);
        assertThat(data.firstSeq()).isEqualTo(12);
        assertThat(raw.count()).isEqualTo(5);
        assertThat(raw.array()).isSameAs(((BufferInternal) buffer).getByteBuf().array());
        assertThat(Arrays.copyOfRange(raw.array(), raw.offset(), raw.offset() + raw.length()))
                .containsExactly(8, 7);
    }
}
