package io.kintsugi.worker.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.element.Barrier;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.element.Idle;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.worker.channel.Frame;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class WireFormatTest {
    private static final Frame.Header HEADER = new Frame.Header(new ChannelId(7, 100_000, 3), 2, Integer.MAX_VALUE, 5);
    private static final JobId JOB = new JobId("a".repeat(64), Long.MAX_VALUE);

    static Stream<Frame> frames() {
        return Stream.of(
                new Frame.Control(HEADER, 1, 0, new Watermark(Long.MIN_VALUE)),
                new Frame.Control(HEADER, 1, 0, new Watermark(7, true)),
                new Frame.Control(HEADER, Long.MAX_VALUE, Long.MAX_VALUE, EndOfInput.INSTANCE),
                new Frame.Control(HEADER, 3, 4, Idle.INSTANCE),
                new Frame.Control(HEADER, 3, 4, new Barrier(5, -6)),
                new Frame.Hello(HEADER, 1, 7, 2, 3, 4),
                new Frame.Gap(HEADER, 5, 6, 7),
                new Frame.Probe(HEADER, 1, 2),
                new Frame.Resume(HEADER, 1, 2, 3),
                new Frame.Credit(HEADER, -1, 31));
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
