package io.kintsugi.worker.schema;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.Encoder;
import org.jspecify.annotations.Nullable;

/** Values of several fields, found by name: those that the data know and the class does not are passed over. */
abstract class FieldsCodec extends Codec {
    private final Schema schema;
    private List<Field> fields = List.of();

    /** Null is a value only of a codec that says so. */
    record Field(String name, Codec codec) {}

    FieldsCodec(String name) {
        schema = Schema.createRecord(AvroNames.of(name), null, null, false);
    }

    /** Called once; apart from the constructor, since the codec of a field may be this one. */
    void fields(List<Field> found) {
        fields = List.copyOf(found);
        List<Schema.Field> described = new ArrayList<>();
        fields.forEach(field ->
                described.add(new Schema.Field(field.name(), field.codec().schema())));
        schema.setFields(described);
    }

    final List<Field> fields() {
        return fields;
    }

    abstract @Nullable Object part(Object value, int field);

    /** @param parts by field */
    abstract Object make(@Nullable Object[] parts);

    @Override
    public final Schema schema() {
        return schema;
    }

    @Override
    final void writeValue(Object value, Encoder out) throws IOException {
        for (int i = 0; i < fields.size(); i++) {
            fields.get(i).codec().write(part(value, i), out);
        }
    }

    @Override
    final ValueReader reader(Schema written, Resolution resolution) {
        return written.getType() == Schema.Type.RECORD
                ? resolution.once(written, this, () -> makeReader(written, resolution))
                : resolution.mismatch(written, this);
    }

    private ValueReader makeReader(Schema written, Resolution resolution) {
        Map<String, Integer> places = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            places.put(fields.get(i).name(), i);
        }
        int[] placeOf = new int[written.getFields().size()];
        ValueReader[] readers = new ValueReader[placeOf.length];
        for (Schema.Field field : written.getFields()) {
            Integer place = places.get(field.name());
            placeOf[field.pos()] = place == null ? -1 : place;
            readers[field.pos()] = place == null
                    ? skipping(field.schema())
                    : resolution.inside(
                            field.name(), field.schema(), fields.get(place).codec());
        }
        @Nullable Object[] absent = fields.stream().map(FieldsCodec::absent).toArray();
        return in -> {
            @Nullable Object[] parts = absent.clone();
            for (int i = 0; i < readers.length; i++) {
                Object part = readers[i].read(in);
                if (placeOf[i] >= 0) {
                    parts[placeOf[i]] = part;
                }
            }
            return make(parts);
        };
    }

    private static ValueReader skipping(Schema schema) {
        return in -> {
            GenericDatumReader.skip(schema, in);
            return null;
        };
    }

    private static @Nullable Object absent(Field field) {
        return field.codec() instanceof ScalarCodec scalar ? scalar.absent() : null;
    }
}
