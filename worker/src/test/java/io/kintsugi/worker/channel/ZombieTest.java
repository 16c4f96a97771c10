package io.kintsugi.worker.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.element.Barrier;
import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.Element;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.model.ChannelId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An end of a channel is replaced, and then comes once more what its ends have ever said before: batches, controls,
 * credits and the frames of the handshake, each many times and in both orders.
 */
final class ZombieTest {
    private static final ChannelId ID = new ChannelId(0, 0, 0);
    private static final ChannelSettings SETTINGS = new ChannelSettings(8, 10, 1024, 4096, 5, 500, 2500);
    private static final int TIMES = 10;

    private final List<Frame> said = new ArrayList<>();
    private final List<Frame> underWay = new ArrayList<>();

    private OutputChannel producer(int attempt) {
        return new OutputChannel(ID, attempt, SETTINGS, this::send);
    }

    private InputChannel consumer(int attempt) {
        return new InputChannel(ID, attempt, SETTINGS, this::send);
    }

    private void send(Frame frame) {
        said.add(frame);
        underWay.add(frame);
    }

    /** Everything arrives, and what the ends answer. */
    private void exchange(OutputChannel output, InputChannel input) {
        while (!underWay.isEmpty()) {
            receive(underWay.remove(0), output, input);
        }
    }

    private static void receive(Frame frame, OutputChannel output, InputChannel input) {
        if (frame instanceof Frame.ToProducer) {
            output.receive(frame, 0);
        } else {
            input.receive(frame, 0);
        }
    }

    private void talk(OutputChannel output, InputChannel input) {
        output.write(batch());
        output.write(new Watermark(7));
        output.write(batch());
        output.write(new Barrier(3, 7));
        exchange(output, input);
        assertThat(Stream.generate(input::poll).limit(4)).doesNotContainNull();
        output.tick(500_000_000L);
        input.tick(500_000_000L);
        exchange(output, input);
    }

    /** What the new attempt is told anew, and what it has lost. */
    private static void takeAll(InputChannel input) {
        while (input.poll() != null) {
            // Nobody asks for it.
        }
        input.takeLosses();
    }

    private static Batch batch() {
        Batch batch = new Batch(2);
        batch.add("r", Batch.NO_TIMESTAMP);
        batch.add("r", Batch.NO_TIMESTAMP);
        return batch;
    }

    @ParameterizedTest
    @CsvSource({"true, false", "false, true", "true, true"})
    void whatAnOlderAttemptHasSaidChangesNothingButTheFencedCounter(boolean producerDies, boolean consumerDies) {
        OutputChannel first = producer(1);
        InputChannel reader = consumer(1);
        reader.connect(1, 0);
        exchange(first, reader);
        talk(first, reader);
        List<Frame> old = List.copyOf(said);
        assertThat(old.stream().map(Object::getClass).distinct()).hasSizeGreaterThanOrEqualTo(5);

        OutputChannel output = producerDies ? producer(2) : first;
        InputChannel input = consumerDies ? consumer(2) : reader;
        input.connect(producerDies ? 2 : 1, 0);
        exchange(output, input);
        takeAll(input);
        Facts before = Facts.of(output, input);
        for (int i = 0; i < TIMES; i++) {
            old.forEach(frame -> receive(frame, output, input));
            for (int at = old.size() - 1; at >= 0; at--) {
                receive(old.get(at), output, input);
            }
        }

        assertThat(underWay).as("answers").isEmpty();
        assertThat(Facts.of(output, input)).isEqualTo(before);
        assertThat(output.counters().fenced() + input.counters().fenced()).isEqualTo(2L * TIMES * old.size());
        talk(output, input);
    }

    @ParameterizedTest
    @CsvSource({"true, false", "false, true", "true, true"})
    void anOlderAttemptCannotTakeTheChannelBack(boolean producerLives, boolean consumerLives) {
        OutputChannel first = producer(1);
        InputChannel reader = consumer(1);
        reader.connect(1, 0);
        exchange(first, reader);
        OutputChannel output = producer(2);
        InputChannel input = consumer(2);
        input.connect(2, 0);
        exchange(output, input);
        takeAll(input);
        Facts before = Facts.of(output, input);

        if (consumerLives) {
            reader.connect(2, 0);
        }
        if (producerLives) {
            first.write(batch());
            first.tick(5_000_000_000L);
        }
        input.connect(1, 0);
        output.detach(1);
        exchange(output, input);

        assertThat(Facts.of(output, input)).isEqualTo(before);
        talk(output, input);
    }

    /** All that the ends of a channel show of themselves but for what they have fenced. */
    private record Facts(List<Object> output, List<Object> input) {
        static Facts of(OutputChannel output, InputChannel input) {
            List<Element> polled = Stream.ofNullable(input.poll()).toList();
            return new Facts(
                    List.of(
                            output.connected(),
                            output.position(),
                            output.credits(),
                            output.unacknowledged(),
                            figures(output.counters())),
                    List.of(
                            input.connected(),
                            input.position(),
                            polled,
                            figures(input.counters()),
                            input.takeLosses()));
        }

        private static List<Long> figures(ChannelCounters counters) {
            return List.of(
                    counters.records(),
                    counters.batches(),
                    counters.early(),
                    counters.duplicates(),
                    counters.resent(),
                    counters.gaps(),
                    counters.lost(),
                    counters.discarded());
        }
    }
}
