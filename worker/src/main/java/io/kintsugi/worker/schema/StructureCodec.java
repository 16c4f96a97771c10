package io.kintsugi.worker.schema;

import io.kintsugi.core.type.StoredType;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.Encoder;
import org.jspecify.annotations.Nullable;

/** Records and classes, field by field. Those that the data know and the class does not are passed over. */
final class StructureCodec extends Codec {
    private final StoredType.Structure structure;
    private final Schema schema;
    private List<Part> parts = List.of();
    /** Until all parts are known: who contains itself counts as mutable. */
    private boolean mutable = true;

    /** A field and how it is written; null is a value only of a codec that says so. */
    private record Part(Field field, Codec codec) {}

    StructureCodec(StoredType.Structure structure) {
        this.structure = structure;
        this.schema = Schema.createRecord(AvroNames.of(structure.name()), null, null, false);
    }

    /** Called once, after the codec is known by name, since a structure may contain itself. */
    void parts(List<Codec> codecs) {
        List<Part> made = new ArrayList<>();
        List<Schema.Field> fields = new ArrayList<>();
        for (int i = 0; i < codecs.size(); i++) {
            Field field = structure.members().get(i).field();
            made.add(new Part(field, codecs.get(i)));
            fields.add(new Schema.Field(field.getName(), codecs.get(i).schema()));
        }
        schema.setFields(fields);
        parts = List.copyOf(made);
        mutable = parts.stream()
                .anyMatch(part -> !Modifier.isFinal(part.field().getModifiers())
                        || part.codec().mutable());
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    void writeValue(Object value, Encoder out) throws IOException {
        for (Part part : parts) {
            part.codec().write(Instances.get(part.field(), value), out);
        }
    }

    @Override
    ValueReader reader(Schema written, Resolution resolution) {
        if (written.getType() != Schema.Type.RECORD) {
            return resolution.mismatch(written, this);
        }
        return resolution.once(written, this, () -> makeReader(written, resolution));
    }

    private ValueReader makeReader(Schema written, Resolution resolution) {
        Map<String, Integer> places = new LinkedHashMap<>();
        for (int i = 0; i < parts.size(); i++) {
            places.put(parts.get(i).field().getName(), i);
        }
        int[] placeOf = new int[written.getFields().size()];
        ValueReader[] readers = new ValueReader[placeOf.length];
        for (Schema.Field field : written.getFields()) {
            Integer place = places.get(field.name());
            placeOf[field.pos()] = place == null ? -1 : place;
            readers[field.pos()] = place == null
                    ? skipping(field.schema())
                    : resolution.inside(
                            field.name(), field.schema(), parts.get(place).codec());
        }
        @Nullable Object[] absent = parts.stream().map(StructureCodec::absent).toArray();
        return in -> {
            @Nullable Object[] values = absent.clone();
            for (int i = 0; i < readers.length; i++) {
                Object value = readers[i].read(in);
                if (placeOf[i] >= 0) {
                    values[placeOf[i]] = value;
                }
            }
            return make(values);
        };
    }

    private static ValueReader skipping(Schema schema) {
        return in -> {
            GenericDatumReader.skip(schema, in);
            return null;
        };
    }

    private static @Nullable Object absent(Part part) {
        return part.codec() instanceof ScalarCodec scalar ? scalar.zero() : null;
    }

    private Object make(@Nullable Object[] values) {
        if (structure.type().isRecord()) {
            return Instances.make(structure.constructor(), values);
        }
        Object made = Instances.make(structure.constructor());
        for (int i = 0; i < values.length; i++) {
            Instances.set(parts.get(i).field(), made, values[i]);
        }
        return made;
    }

    @Override
    public boolean mutable() {
        return mutable;
    }

    @Override
    public Object copy(Object value) {
        if (!mutable) {
            return value;
        }
        @Nullable Object[] values = new Object[parts.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] =
                    parts.get(i).codec().copyOrNull(Instances.get(parts.get(i).field(), value));
        }
        return make(values);
    }
}
