package io.kintsugi.worker.schema;

import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.io.Encoder;
import org.jspecify.annotations.Nullable;

/**
 * Values of one class as Avro data. Immutable, so that the task's thread copies with it while another one writes.
 *
 * <p>{@link #reader} is where versions of a class meet: it takes the schema that the data were written with.
 */
public abstract class Codec {
    public abstract Schema schema();

    /** Throws {@link IllegalStateException} for what its class does not allow: null, or another class. */
    public final void write(@Nullable Object value, Encoder out) throws IOException {
        if (value == null) {
            writeNull(out);
        } else {
            writeValue(value, out);
        }
    }

    void writeNull(Encoder out) throws IOException {
        throw new IllegalStateException("null where %s is expected".formatted(describe()));
    }

    abstract void writeValue(Object value, Encoder out) throws IOException;

    /** Reads what was written with {@code written}; reports to {@code resolution} where this is not possible. */
    abstract ValueReader reader(Schema written, Resolution resolution);

    /** Whether one who has the value can change it. */
    public abstract boolean mutable();

    /** A value equal to this one, that can be changed without changing this one: the same where nothing can be changed. */
    public abstract Object copy(Object value);

    final @Nullable Object copyOrNull(@Nullable Object value) {
        return value == null ? null : copy(value);
    }

    /** For messages. */
    String describe() {
        return Resolution.describe(schema());
    }
}
