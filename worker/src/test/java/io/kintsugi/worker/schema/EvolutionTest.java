package io.kintsugi.worker.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@code V1} is the job that stored its state, {@code V2} the one that is to go on with it. */
@SuppressWarnings("SameNameButDifferent") // It is what two versions of a class have.
class EvolutionTest {
    interface V1 {
        record Visit(int count, String page, float seconds, List<Integer> sizes, Map<String, Step> steps) {}

        record Step(int clicks) {}

        enum Level {
            LOW,
            HIGH
        }

        record Alarm(Level level) {}

        sealed interface Event {
            record Opened(int door) implements Event {}

            record Closed(int door) implements Event {}
        }

        record Log(List<Event> events) {}

        record Tree(int weight, List<Tree> children) {}
    }

    interface V2 {
        record Visit(
                long id,
                double seconds,
                @Nullable Instant since,
                long count,
                List<Long> sizes,
                Map<String, Step> steps,
                boolean known,
                char grade) {}

        record Step(long clicks, @Nullable String label) {}

        enum Level {
            HIGH,
            MIDDLE,
            LOW
        }

        record Alarm(Level level) {}

        sealed interface Event {
            record Opened(long door) implements Event {}

            record Closed(long door) implements Event {}

            record Locked() implements Event {}
        }

        record Log(List<Event> events) {}

        record Tree(long weight, @Nullable String name, List<Tree> children) {}
    }

    interface Broken {
        record Visit(short count, Integer page, float seconds, List<String> sizes, Map<String, Step> steps) {}

        record Step(List<Integer> clicks) {}

        enum Level {
            LOW
        }

        record Alarm(Level level) {}

        record Opened(int door) {}
    }

    @Test
    void addsRemovesWidensAndReordersFieldsAtAnyDepth() throws IOException {
        V1.Visit old = new V1.Visit(3, "/", 1.5f, List.of(1, 2), Map.of("a", new V1.Step(4)));

        assertThat(read(old, V2.Visit.class))
                .isEqualTo(
                        new V2.Visit(0, 1.5, null, 3, List.of(1L, 2L), Map.of("a", new V2.Step(4, null)), false, '\0'));
    }

    @Test
    void findsConstantsByName() throws IOException {
        assertThat(read(new V1.Alarm(V1.Level.LOW), V2.Alarm.class)).isEqualTo(new V2.Alarm(V2.Level.LOW));
    }

    @Test
    void findsTheClassesOfASealedTypeByName() throws IOException {
        V1.Log old = new V1.Log(List.of(new V1.Event.Closed(1), new V1.Event.Opened(2)));

        assertThat(read(old, V2.Log.class))
                .isEqualTo(new V2.Log(List.of(new V2.Event.Closed(1), new V2.Event.Opened(2))));
    }

    @Test
    void followsAClassThatContainsItself() throws IOException {
        V1.Tree old = new V1.Tree(1, List.of(new V1.Tree(2, List.of())));

        assertThat(read(old, V2.Tree.class)).isEqualTo(new V2.Tree(1, null, List.of(new V2.Tree(2, null, List.of()))));
    }

    @Test
    void namesEachFieldThatDoesNotFit() {
        V1.Visit old = new V1.Visit(3, "/", 1.5f, List.of(1), Map.of());

        assertThatThrownBy(() -> read(old, Broken.Visit.class))
                .isInstanceOf(SchemaMismatchException.class)
                .extracting(e -> ((SchemaMismatchException) e).problems())
                .isEqualTo(List.of(
                        "count: expected short, found int",
                        "page: expected int, found string",
                        "sizes.[]: expected string, found int",
                        "steps.value.clicks: expected array of int, found int"));
    }

    @Test
    void namesAConstantThatIsGone() {
        assertThatThrownBy(() -> read(new V1.Alarm(V1.Level.LOW), Broken.Alarm.class))
                .hasMessageContaining("level: expected a constant of")
                .hasMessageEndingWith("found HIGH");
    }

    /** As if the classes of V1 had the names of their successors. */
    private static Object read(Object old, Class<?> successor) throws IOException {
        Codec from = new Codecs().of(old.getClass());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
        from.write(old, encoder);
        encoder.flush();
        Schema written =
                new Schema.Parser().parse(from.schema().toString().replace("EvolutionTest.V1", "EvolutionTest.V2"));
        return Resolution.resolve(written, new Codecs().of(successor))
                .read(DecoderFactory.get().binaryDecoder(bytes.toByteArray(), null));
    }
}
