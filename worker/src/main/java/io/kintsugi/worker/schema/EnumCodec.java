package io.kintsugi.worker.schema;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.io.Encoder;
import org.jspecify.annotations.Nullable;

/** Constants by name: their order may change, and new ones may come. */
final class EnumCodec extends Codec {
    private final Schema schema;
    private final @Nullable Object[] constants;

    EnumCodec(Class<?> type) {
        constants = type.getEnumConstants();
        schema = Schema.createEnum(
                AvroNames.of(type.getName()),
                null,
                null,
                Arrays.stream(constants)
                        .map(constant -> ((Enum<?>) constant).name())
                        .toList());
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    void writeValue(Object value, Encoder out) throws IOException {
        out.writeEnum(schema.getEnumOrdinal(((Enum<?>) value).name()));
    }

    @Override
    ValueReader reader(Schema written, Resolution resolution) {
        if (written.getType() != Schema.Type.ENUM) {
            return resolution.mismatch(written, this);
        }
        List<Object> byIndex = new ArrayList<>();
        for (String symbol : written.getEnumSymbols()) {
            int at = schema.getEnumSymbols().indexOf(symbol);
            if (at < 0) {
                return resolution.mismatch("a constant of " + schema.getFullName(), symbol);
            }
            byIndex.add(constants[at]);
        }
        return in -> byIndex.get(in.readEnum());
    }

    @Override
    public boolean mutable() {
        return false;
    }

    @Override
    public Object copy(Object value) {
        return value;
    }
}
