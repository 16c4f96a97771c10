package io.kintsugi.worker.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.model.ChannelId;
import java.util.List;
import org.junit.jupiter.api.Test;

final class InputGateTest {
    private final Input few = new Input(0, 10);
    private final Input many = new Input(1, 1_000);
    private final InputGate gate = new InputGate(List.of(few.consumer, many.consumer));

    @Test
    void takesAsManyRecordsFromSmallFramesAsFromLargeOnes() {
        take(100_000);

        assertThat(few.taken).isBetween(49_000L, 51_000L);
        assertThat(many.taken).isBetween(49_000L, 51_000L);
    }

    @Test
    void owesNothingToAChannelThatHadNothing() {
        few.silent = true;
        take(50_000);
        few.silent = false;

        take(4_000);

        assertThat(few.taken).isBetween(1_000L, 3_000L);
    }

    @Test
    void letsAChannelThatOnlySpeaksOfTimeNotKeepTheOthersWaiting() {
        few.silent = true;
        for (int i = 0; i < 20; i++) {
            few.producer.write(new Watermark(i));
        }

        assertThat(gate.poll()).isInstanceOf(Watermark.class);
        take(1);

        assertThat(many.taken).isEqualTo(1_000);
    }

    private void take(long records) {
        for (long taken = 0; taken < records; ) {
            few.fill();
            many.fill();
            if (gate.poll() instanceof Batch batch) {
                (gate.lastChannel() == 0 ? few : many).taken += batch.count();
                taken += batch.count();
            }
        }
    }

    /** A channel whose producer always has more, in frames of one size. */
    private static final class Input {
        private final OutputChannel producer;
        private final InputChannel consumer;
        private final int frameRecords;
        private boolean silent;
        private long taken;

        Input(int index, int frameRecords) {
            this.frameRecords = frameRecords;
            ChannelId id = new ChannelId(0, index, 0);
            ChannelSettings settings = ChannelSettings.defaults();
            producer = new OutputChannel(id, 1, settings, frame -> toConsumer(frame));
            consumer = new InputChannel(id, 1, settings, frame -> producer.receive(frame, 0));
            consumer.connect(1, 0);
        }

        private void toConsumer(Frame frame) {
            consumer.receive(frame, 0);
        }

        void fill() {
            while (!silent && producer.writable()) {
                Batch batch = new Batch(frameRecords);
                for (int i = 0; i < frameRecords; i++) {
                    batch.add("r", Batch.NO_TIMESTAMP);
                }
                producer.write(batch);
            }
        }
    }
}
