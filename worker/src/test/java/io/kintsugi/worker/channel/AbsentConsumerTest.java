package io.kintsugi.worker.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.Element;
import io.kintsugi.core.element.UserEvent;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.recovery.AbsentConsumer;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A consumer takes records 1 to 5 and fails; its producer goes on, as far as it may, until the next attempt comes. */
final class AbsentConsumerTest {
    private static final ChannelId ID = new ChannelId(0, 0, 0);
    private static final ChannelSettings SETTINGS = new ChannelSettings(8, 10, 1024, 4096, 5, 500, 2500);
    private static final int TAKEN = 5;
    private static final int BATCH = 10;

    private final List<Frame> underWay = new ArrayList<>();
    private final List<Integer> received = new ArrayList<>();
    private final List<UserEvent> heard = new ArrayList<>();
    private int written;

    @Test
    void aBufferKeepsWhatFitsAndDiscardsWhatComesThen() {
        OutputChannel producer = left(AbsentConsumer.buffer(2L * BATCH * AbsentConsumer.BYTES_BY_REFERENCE));

        writeBatches(producer, 4);
        InputChannel next = comesBack(producer);

        assertThat(received).containsExactlyElementsOf(numbers(TAKEN + 1, TAKEN + 2 * BATCH));
        assertThat(next.takeLosses()).containsExactly(discarded(TAKEN + 2 * BATCH + 1, TAKEN + 4 * BATCH));
    }

    @Test
    void aBufferKeepsEventsWhereTheyFitAndLosesThoseThatComeThen() {
        OutputChannel producer = left(AbsentConsumer.buffer((BATCH + 1L) * AbsentConsumer.BYTES_BY_REFERENCE));

        writeBatches(producer, 1);
        producer.write(event(1));
        producer.write(event(2));
        writeBatches(producer, 1);
        producer.write(event(3));
        InputChannel next = comesBack(producer);

        assertThat(received).containsExactlyElementsOf(numbers(TAKEN + 1, TAKEN + BATCH));
        assertThat(heard).containsExactly(event(1));
        assertThat(next.takeLosses()).containsExactly(discarded(TAKEN + BATCH + 1, TAKEN + 2 * BATCH));
    }

    private static UserEvent event(long number) {
        return new UserEvent(new UserEvent.Origin("read", 0, 1, number), "told");
    }

    @Test
    void withoutABufferAllIsDiscarded() {
        OutputChannel producer = left(AbsentConsumer.discard());

        writeBatches(producer, 4);
        InputChannel next = comesBack(producer);

        assertThat(received).isEmpty();
        assertThat(next.takeLosses()).containsExactly(discarded(TAKEN + 1, TAKEN + 4 * BATCH));
    }

    @Test
    void aProducerThatBlocksWritesNothingUntilTheNextAttemptIsThere() {
        OutputChannel producer = left(AbsentConsumer.block());

        assertThat(producer.writable()).isFalse();
        InputChannel next = comesBack(producer);
        assertThat(producer.writable()).isTrue();
        writeBatches(producer, 1);
        exchange(producer, next);

        assertThat(received).containsExactlyElementsOf(numbers(TAKEN + 1, TAKEN + BATCH));
        assertThat(next.takeLosses()).isEmpty();
    }

    @Test
    void aProducerThatReroutesSaysSoAndKeepsWhatNobodyElseTakes() {
        OutputChannel producer = left(AbsentConsumer.reroute());

        assertThat(producer.reroutes()).isTrue();
        writeBatches(producer, 1);
        InputChannel next = comesBack(producer);

        assertThat(producer.reroutes()).isFalse();
        assertThat(received).containsExactlyElementsOf(numbers(TAKEN + 1, TAKEN + BATCH));
        assertThat(next.takeLosses()).isEmpty();
    }

    /** A producer whose consumer has failed. */
    private OutputChannel left(AbsentConsumer policy) {
        OutputChannel producer = new OutputChannel(ID, 1, SETTINGS, policy, underWay::add);
        InputChannel consumer = new InputChannel(ID, 1, SETTINGS, underWay::add);
        consumer.connect(1, 0);
        exchange(producer, consumer);
        write(producer, TAKEN);
        exchange(producer, consumer);
        assertThat(received).hasSize(TAKEN);
        received.clear();
        producer.detach(1);
        return producer;
    }

    private InputChannel comesBack(OutputChannel producer) {
        InputChannel next = new InputChannel(ID, 2, SETTINGS, underWay::add);
        next.startAt(new ChannelStart(new ChannelPosition(ID, 1, TAKEN), true, true));
        next.connect(1, 0);
        exchange(producer, next);
        return next;
    }

    private void writeBatches(OutputChannel producer, int batches) {
        for (int i = 0; i < batches; i++) {
            assertThat(producer.writable()).isTrue();
            write(producer, BATCH);
        }
    }

    private void write(OutputChannel producer, int records) {
        Batch batch = new Batch(records);
        for (int i = 0; i < records; i++) {
            batch.add(++written, Batch.NO_TIMESTAMP);
        }
        producer.write(batch);
    }

    /** Everything arrives and is taken, until nothing is under way. */
    private void exchange(OutputChannel producer, InputChannel consumer) {
        while (!underWay.isEmpty()) {
            Frame frame = underWay.remove(0);
            if (frame instanceof Frame.ToProducer) {
                producer.receive(frame, 0);
            } else {
                consumer.receive(frame, 0);
            }
            for (Element element = consumer.poll(); element != null; element = consumer.poll()) {
                if (element instanceof UserEvent event) {
                    heard.add(event);
                    continue;
                }
                Batch batch = (Batch) element;
                for (int i = 0; i < batch.count(); i++) {
                    received.add((Integer) batch.value(i));
                }
            }
            consumer.acknowledge();
        }
    }

    private static List<Integer> numbers(int from, int to) {
        List<Integer> numbers = new ArrayList<>();
        for (int number = from; number <= to; number++) {
            numbers.add(number);
        }
        return numbers;
    }

    private static LossRange discarded(long from, long to) {
        return LossRange.counted(ID, 1, from, to, LossKind.DISCARDED);
    }
}
