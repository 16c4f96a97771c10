package io.kintsugi.worker.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.element.Barrier;
import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.Element;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.element.Idle;
import io.kintsugi.core.element.LatencyMarker;
import io.kintsugi.core.element.UserEvent;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.model.ChannelId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ChannelTest {
    private static final ChannelId ID = new ChannelId(0, 0, 0);
    private static final ChannelSettings SETTINGS = new ChannelSettings(4, 10, 1024, 4096, 5, 500, 2500);

    private final ArrayDeque<Frame> toConsumer = new ArrayDeque<>();
    private final ArrayDeque<Frame> toProducer = new ArrayDeque<>();
    private final OutputChannel output = new OutputChannel(ID, 1, SETTINGS, toConsumer::add);
    private final InputChannel input = new InputChannel(ID, 1, SETTINGS, toProducer::add);

    @Test
    void writesNothingBeforeAConsumerHasAskedForIt() {
        assertThat(output.writable()).isFalse();
        assertThatThrownBy(() -> output.write(batch(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("e0:0>0");
    }

    @Test
    void carriesRecordsAndControlElementsInOrderToTheEnd() {
        connect();

        output.write(batch(1, 2));
        output.write(new Watermark(7));
        output.write(batch(3));
        output.write(EndOfInput.INSTANCE);
        exchange();

        assertThat(pollAll()).containsExactly(1, 2, new Watermark(7), 3, EndOfInput.INSTANCE);
        assertThat(input.ended()).isTrue();
        exchange();
        assertThat(output.drained()).isTrue();
        assertThat(output.emittedSeq()).isEqualTo(3);
    }

    @Test
    void stopsTheProducerUntilTheConsumerHasTakenAQuarterOfTheWindow() {
        connect();
        for (int i = 0; i < 4; i++) {
            output.write(batch(i));
        }
        exchange();

        assertThat(output.writable()).isFalse();
        input.poll();
        exchange();
        assertThat(output.writable()).isTrue();
    }

    @Test
    void replacesAWatermarkThatWaitsForCreditByANewerOne() {
        output.write(new Watermark(1));
        output.write(new Watermark(2));
        connect();

        assertThat(pollAll()).containsExactly(new Watermark(2));
    }

    @Test
    void keepsOneLatencyMarkerThatWaitsForCreditAndWhatIsSaidAboutTimeAroundIt() {
        output.write(new Watermark(1));
        output.write(new LatencyMarker(0, 1));
        output.write(new Watermark(2));
        output.write(new LatencyMarker(0, 2));
        output.write(new Watermark(3));
        connect();

        assertThat(pollAll()).containsExactly(new Watermark(1), new LatencyMarker(0, 1), new Watermark(3));
    }

    @Test
    void carriesEventsInOrderAndWithoutANumberOfTheirOwn() {
        connect();

        output.write(batch(1));
        output.write(event(1));
        output.write(batch(2));
        exchange();

        assertThat(pollAll()).containsExactly(1, event(1), 2);
        assertThat(output.emittedSeq()).isEqualTo(2);
        assertThat(input.counters().records()).isEqualTo(2);
    }

    @Test
    void takesAnEventOnlyWithCredit() {
        connect();
        for (int i = 1; i <= 4; i++) {
            output.write(event(i));
        }

        assertThat(output.writable()).isFalse();
        assertThatThrownBy(() -> output.write(event(5))).hasMessageContaining("an event was written without credit");
    }

    private static UserEvent event(long number) {
        return new UserEvent(new UserEvent.Origin("read", 0, 1, number), "told");
    }

    @Test
    void letsAsMuchWaitAsCanComeInOrder() {
        for (ControlElement element : List.of(
                new Watermark(1),
                Idle.INSTANCE,
                new LatencyMarker(0, 1),
                new Watermark(2),
                Idle.INSTANCE,
                new Barrier(1, 2),
                new Watermark(3),
                Idle.INSTANCE,
                EndOfInput.INSTANCE)) {
            output.write(element);
        }
        connect();

        assertThat(pollAll()).hasSize(4); // As many frames as the window has.
    }

    @Test
    void refusesMoreControlElementsThanMayWait() {
        output.write(new Watermark(1));
        output.write(EndOfInput.INSTANCE);

        assertThatThrownBy(() -> output.write(EndOfInput.INSTANCE)).hasMessageContaining("after the end");
    }

    @Test
    void cutsABatchIntoTheFramesThatItsTransportAsksFor() {
        OutputChannel cutting = new OutputChannel(ID, 1, SETTINGS, new FrameSink() {
            @Override
            public void send(Frame frame) {
                toConsumer.add(frame);
            }

            @Override
            public Parcel pack(Batch batch, int from) {
                return new Parcel.ByReference(batch.slice(from, from + 1));
            }
        });
        input.connect(1, 0);
        toProducer.forEach(frame -> cutting.receive(frame, 0));
        toProducer.clear();

        cutting.write(batch(1, 2, 3, 4, 5, 6));

        assertThat(toConsumer).hasSize(1 + 4);
        assertThat(cutting.writable()).isFalse();
        while (!toConsumer.isEmpty()) {
            input.receive(toConsumer.remove(), 0);
        }
        assertThat(pollAll()).containsExactly(1, 2, 3, 4);
        while (!toProducer.isEmpty()) {
            cutting.receive(toProducer.remove(), 0);
        }
        while (!toConsumer.isEmpty()) {
            input.receive(toConsumer.remove(), 0);
        }
        assertThat(pollAll()).containsExactly(5, 6);
        assertThat(cutting.emittedSeq()).isEqualTo(6);
    }

    @Test
    void dropsWhatARestartedProducerOfTheSameEpochRepeats() {
        connect();
        output.write(batch(1, 2, 3));
        output.write(batch(4, 5));
        exchange();
        assertThat(pollAll()).containsExactly(1, 2, 3, 4, 5);

        OutputChannel next = new OutputChannel(ID, 2, SETTINGS, toConsumer::add);
        next.startAt(ChannelStart.nothingEmitted(ID, true), true);
        input.connect(2, 0);
        next.receive(toProducer.pollLast(), 0);
        toProducer.clear();
        next.write(batch(1, 2));
        next.write(new Watermark(2));
        next.write(batch(3, 4, 5, 6, 7));
        next.write(new Watermark(7));
        while (!toConsumer.isEmpty()) {
            input.receive(toConsumer.remove(), 0);
        }

        assertThat(pollAll()).containsExactly(new Watermark(2), 6, 7, new Watermark(7));
        assertThat(input.counters().lost()).isZero();
    }

    @Test
    void failsWithBothNumbersWhenTheAccountDoesNotBalance() {
        connect();
        output.write(batch(1, 2, 3));
        exchange();
        Frame.Header header = new Frame.Header(ID, 1, 1, 1);

        assertThatThrownBy(() -> input.receive(new Frame.Control(header, 2, 5, new Watermark(9)), 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("e0:0>0")
                .hasMessageContaining("5 records were emitted")
                .hasMessageContaining("3 were received");
    }

    private void connect() {
        input.connect(1, 0);
        exchange();
        assertThat(input.connected()).isTrue();
        assertThat(output.connected()).isTrue();
    }

    private void exchange() {
        while (!toConsumer.isEmpty() || !toProducer.isEmpty()) {
            if (!toProducer.isEmpty()) {
                output.receive(toProducer.remove(), 0);
            }
            if (!toConsumer.isEmpty()) {
                input.receive(toConsumer.remove(), 0);
            }
        }
    }

    private List<Object> pollAll() {
        List<Object> polled = new ArrayList<>();
        for (Element element = input.poll(); element != null; element = input.poll()) {
            if (element instanceof Batch batch) {
                for (int i = 0; i < batch.count(); i++) {
                    polled.add(batch.value(i));
                }
            } else {
                polled.add(element);
            }
        }
        return polled;
    }

    private static Batch batch(Object... values) {
        Batch batch = new Batch(values.length);
        for (Object value : values) {
            batch.add(value, Batch.NO_TIMESTAMP);
        }
        return batch;
    }
}
