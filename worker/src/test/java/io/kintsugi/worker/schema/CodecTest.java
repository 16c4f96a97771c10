package io.kintsugi.worker.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.worker.schema.Samples.Color;
import io.kintsugi.worker.schema.Samples.Model;
import io.kintsugi.worker.schema.Samples.Pair;
import io.kintsugi.worker.schema.Samples.Shape;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CodecTest {
    private final Codecs codecs = new Codecs();

    static Stream<Object> samples() {
        return Samples.all().stream();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void givesBackWhatWasWritten(Object value) throws IOException {
        assertThat(moved(value, value.getClass())).isEqualTo(value);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void writesWhatAvroItselfCanRead(Object value) throws IOException {
        Codec codec = codecs.of(value.getClass());
        byte[] bytes = write(value, codec);

        Schema printed = new Schema.Parser().parse(codec.schema().toString());
        var decoder = DecoderFactory.get().binaryDecoder(bytes, null);
        GenericRecord read = (GenericRecord) new GenericDatumReader<>(printed).read(null, decoder);
        assertThat(read.getSchema()).isEqualTo(codec.schema());
        assertThat(decoder.isEnd()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void copiesToAnEqualValue(Object value) {
        Codec codec = codecs.of(value.getClass());

        assertThat(codec.copy(value)).isEqualTo(value);
        if (!codec.mutable()) {
            assertThat(codec.copy(value)).isSameAs(value);
        }
    }

    @Test
    void copiesAllThatCanBeChangedInPlace() {
        Model model = new Model("m", new double[] {1, 2}, new int[][] {{3}}, 4);
        Model copy = (Model) codecs.of(Model.class).copy(model);
        model.name = "changed";
        model.weights[0] = -1;
        model.grid[0][0] = -1;

        assertThat(copy).isEqualTo(new Model("m", new double[] {1, 2}, new int[][] {{3}}, 4));
    }

    record Fixed(int a, String b, Color c, Shape d) {}

    @SuppressWarnings("ArrayRecordComponent")
    record Weights(double[] values) {}

    @Test
    void knowsWhatCannotBeChanged() {
        assertThat(Stream.of(String.class, Long.class, Color.class, Fixed.class, Shape.class))
                .noneMatch(type -> codecs.of(type).mutable());
        assertThat(Stream.of(double[].class, byte[].class, Weights.class, Model.class, Samples.Many.class))
                .allMatch(type -> codecs.of(type).mutable());
    }

    static Stream<Arguments> widenings() {
        return Stream.of(
                Arguments.of((byte) -5, Short.class, (short) -5),
                Arguments.of((byte) -5, Double.class, -5.0),
                Arguments.of('a', Integer.class, 97),
                Arguments.of(7, Long.class, 7L),
                Arguments.of(7, Float.class, 7f),
                Arguments.of(7L, Double.class, 7.0),
                Arguments.of(1.5f, Double.class, 1.5),
                Arguments.of(new int[] {1, 2}, long[].class, new long[] {1, 2}));
    }

    @ParameterizedTest
    @MethodSource("widenings")
    void widens(Object value, Class<?> type, Object expected) throws IOException {
        assertThat(moved(value, type)).isEqualTo(expected);
    }

    @Test
    void doesNotNarrow() {
        assertThatThrownBy(() -> moved(7L, Integer.class)).hasMessage("value: expected int, found long");
        assertThatThrownBy(() -> moved(7, Byte.class)).hasMessage("value: expected byte, found int");
        assertThatThrownBy(() -> moved(7, Character.class)).hasMessage("value: expected char, found int");
        assertThatThrownBy(() -> moved(7, String.class)).hasMessage("value: expected string, found int");
        assertThatThrownBy(() -> moved("7", java.time.ZoneId.class))
                .hasMessage("value: expected java.time.ZoneId, found string");
    }

    @Test
    void doesNotTakeNullForNumbers() {
        assertThatThrownBy(() -> codecs.of(Long.class)
                        .write(null, EncoderFactory.get().directBinaryEncoder(new ByteArrayOutputStream(), null)))
                .hasMessage("null where long is expected");
    }

    @Test
    void keepsTypeArgumentsApart() throws IOException {
        Samples.Many many = (Samples.Many) Samples.all().get(4);

        assertThat(codecs.of(Samples.Many.class).schema().toString())
                .contains("Pair_java_lang_String_java_lang_Integer", "Pair_java_lang_Integer_java_lang_String");
        assertThat(((Samples.Many) moved(many, Samples.Many.class)).pair()).isEqualTo(new Pair<>(1, "one"));
    }

    private Object moved(Object value, Class<?> to) throws IOException {
        Codec from = codecs.of(value.getClass());
        ValueReader reader =
                Resolution.resolve(new Schema.Parser().parse(from.schema().toString()), codecs.of(to));
        List<Object> read = new ArrayList<>();
        var decoder = DecoderFactory.get().binaryDecoder(write(value, from), null);
        while (!decoder.isEnd()) {
            read.add(reader.read(decoder));
        }
        assertThat(read).hasSize(1);
        return read.get(0);
    }

    private static byte[] write(Object value, Codec codec) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
        codec.write(value, encoder);
        encoder.flush();
        return bytes.toByteArray();
    }
}
