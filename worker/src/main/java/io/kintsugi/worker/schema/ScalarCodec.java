package io.kintsugi.worker.schema;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.apache.avro.Schema;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.Encoder;
import org.jspecify.annotations.Nullable;

/** Values without parts. What Avro has no type for is written as one that it has, and the schema tells the Java class. */
final class ScalarCodec extends Codec {
    /** Property of a schema, as Avro's own reflection calls it. */
    static final String JAVA_CLASS = "java-class";

    /** Each can hold all values of those before it, as Java's widening conversions see it. */
    private static final List<Class<?>> WIDER =
            List.of(byte.class, short.class, int.class, long.class, float.class, double.class);

    private static final List<ScalarCodec> ALL = new ArrayList<>();

    static {
        add(
                boolean.class,
                Schema.Type.BOOLEAN,
                (value, out) -> out.writeBoolean((Boolean) value),
                Decoder::readBoolean);
        add(byte.class, Schema.Type.INT, (value, out) -> out.writeInt((Byte) value), in -> (byte) in.readInt());
        add(short.class, Schema.Type.INT, (value, out) -> out.writeInt((Short) value), in -> (short) in.readInt());
        add(char.class, Schema.Type.INT, (value, out) -> out.writeInt((Character) value), in -> (char) in.readInt());
        add(int.class, Schema.Type.INT, (value, out) -> out.writeInt((Integer) value), Decoder::readInt);
        add(long.class, Schema.Type.LONG, (value, out) -> out.writeLong((Long) value), Decoder::readLong);
        add(float.class, Schema.Type.FLOAT, (value, out) -> out.writeFloat((Float) value), Decoder::readFloat);
        add(double.class, Schema.Type.DOUBLE, (value, out) -> out.writeDouble((Double) value), Decoder::readDouble);
        add(String.class, Schema.Type.STRING, (value, out) -> out.writeString((String) value), Decoder::readString);
        add(byte[].class, Schema.Type.BYTES, (value, out) -> out.writeBytes((byte[]) value), ScalarCodec::readBytes);
        addBigNumbers();
        addTimes();
        add(
                UUID.class,
                Schema.Type.FIXED,
                ScalarCodec::writeUuid,
                in -> new UUID(readFixedLong(in), readFixedLong(in)));
    }

    private final Class<?> type;
    private final Schema schema;
    private final Writer writer;
    private final ValueReader reader;

    private interface Writer {
        void write(Object value, Encoder out) throws IOException;
    }

    private ScalarCodec(Class<?> type, Schema schema, Writer writer, ValueReader reader) {
        this.type = type;
        this.schema = schema;
        this.writer = writer;
        this.reader = reader;
    }

    /** @param type one of {@code StoredTypes.SCALARS} */
    static ScalarCodec of(Class<?> type) {
        for (ScalarCodec codec : ALL) {
            if (codec.type == type) {
                return codec;
            }
        }
        throw new IllegalArgumentException(type + " is no scalar");
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    void writeValue(Object value, Encoder out) throws IOException {
        writer.write(value, out);
    }

    @Override
    ValueReader reader(Schema written, Resolution resolution) {
        for (ScalarCodec found : ALL) {
            if (found.schema.equals(written)) {
                return found == this ? reader : widening(found, resolution);
            }
        }
        return resolution.mismatch(written, this);
    }

    private ValueReader widening(ScalarCodec found, Resolution resolution) {
        Class<?> from = found.type == char.class ? short.class : found.type;
        if (WIDER.indexOf(from) < 0 || WIDER.indexOf(type) <= WIDER.indexOf(from)) {
            return resolution.mismatch(found.schema, this);
        }
        ValueReader narrow = found.reader;
        if (found.type == char.class) {
            return in -> widened((int) (Character) requireRead(narrow, in));
        }
        return in -> widened((Number) requireRead(narrow, in));
    }

    private static Object requireRead(ValueReader reader, Decoder in) throws IOException {
        Object value = reader.read(in);
        if (value == null) {
            throw new IllegalStateException("a scalar is never null");
        }
        return value;
    }

    private Object widened(Number number) {
        if (type == short.class) {
            return number.shortValue();
        } else if (type == int.class) {
            return number.intValue();
        } else if (type == long.class) {
            return number.longValue();
        }
        return type == float.class ? (Object) number.floatValue() : (Object) number.doubleValue();
    }

    @Override
    public boolean mutable() {
        return type == byte[].class;
    }

    @Override
    public Object copy(Object value) {
        return type == byte[].class ? ((byte[]) value).clone() : value;
    }

    /** What a field has that the data say nothing about: 0 or false, null for a class. */
    @Nullable
    Object absent() {
        if (!type.isPrimitive()) {
            return null;
        }
        if (type == boolean.class) {
            return false;
        }
        if (type == char.class) {
            return (char) 0;
        }
        return type == byte.class ? (Object) (byte) 0 : widened(0);
    }

    private static void addBigNumbers() {
        add(
                BigInteger.class,
                Schema.Type.BYTES,
                (value, out) -> out.writeBytes(((BigInteger) value).toByteArray()),
                in -> new BigInteger(readBytes(in)));
        addText(BigDecimal.class, BigDecimal::new);
    }

    private static void addTimes() {
        add(
                LocalDate.class,
                Schema.Type.LONG,
                (value, out) -> out.writeLong(((LocalDate) value).toEpochDay()),
                in -> LocalDate.ofEpochDay(in.readLong()));
        add(
                LocalTime.class,
                Schema.Type.LONG,
                (value, out) -> out.writeLong(((LocalTime) value).toNanoOfDay()),
                in -> LocalTime.ofNanoOfDay(in.readLong()));
        addText(LocalDateTime.class, LocalDateTime::parse);
        addText(ZoneId.class, ZoneId::of);
        add(
                Instant.class,
                Schema.Type.FIXED,
                ScalarCodec::writeInstant,
                in -> Instant.ofEpochSecond(readFixedLong(in), readFixedLong(in)));
        add(
                Duration.class,
                Schema.Type.FIXED,
                ScalarCodec::writeDuration,
                in -> Duration.ofSeconds(readFixedLong(in), readFixedLong(in)));
    }

    private static void add(Class<?> type, Schema.Type avro, Writer writer, ValueReader reader) {
        Schema schema = avro == Schema.Type.FIXED
                ? Schema.createFixed(type.getName(), null, null, 2 * Long.BYTES)
                : Schema.create(avro);
        boolean isItsOwn = type.isPrimitive() && avro.getName().equals(type.getName());
        if (!isItsOwn && type != String.class && type != byte[].class && avro != Schema.Type.FIXED) {
            schema.addProp(JAVA_CLASS, type.getName());
        }
        ALL.add(new ScalarCodec(type, schema, writer, reader));
    }

    private static void addText(Class<?> type, Function<String, Object> parse) {
        add(
                type,
                Schema.Type.STRING,
                (value, out) -> out.writeString(value.toString()),
                in -> parse.apply(in.readString()));
    }

    private static void writeInstant(Object value, Encoder out) throws IOException {
        Instant instant = (Instant) value;
        writeFixed(instant.getEpochSecond(), instant.getNano(), out);
    }

    private static void writeDuration(Object value, Encoder out) throws IOException {
        Duration duration = (Duration) value;
        writeFixed(duration.toSeconds(), duration.toNanosPart(), out);
    }

    private static void writeUuid(Object value, Encoder out) throws IOException {
        writeFixed(((UUID) value).getMostSignificantBits(), ((UUID) value).getLeastSignificantBits(), out);
    }

    private static void writeFixed(long first, long second, Encoder out) throws IOException {
        byte[] bytes = new byte[2 * Long.BYTES];
        ByteBuffer.wrap(bytes).putLong(first).putLong(second);
        out.writeFixed(bytes);
    }

    private static long readFixedLong(Decoder in) throws IOException {
        byte[] bytes = new byte[Long.BYTES];
        in.readFixed(bytes);
        return ByteBuffer.wrap(bytes).getLong();
    }

    private static byte[] readBytes(Decoder in) throws IOException {
        ByteBuffer read = in.readBytes(null);
        byte[] bytes = new byte[read.remaining()];
        read.get(bytes);
        return bytes;
    }
}
