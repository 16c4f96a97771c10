package io.kintsugi.worker.schema;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.io.Encoder;
import org.jspecify.annotations.Nullable;

/** Maps, as arrays of entries: keys can be of any class, and keep their order. */
final class MapCodec extends Codec {
    private static final String KEY = "key";
    private static final String VALUE = "value";

    private final Class<?> type;
    private final Codec key;
    private final Codec value;
    private final Schema schema;

    /** @param entryName of the schema of an entry, unique within the whole schema */
    MapCodec(Class<?> type, Codec key, Codec value, String entryName) {
        this.type = type;
        this.key = key;
        this.value = value;
        this.schema = Schema.createArray(Schema.createRecord(
                entryName,
                null,
                null,
                false,
                List.of(new Schema.Field(KEY, key.schema()), new Schema.Field(VALUE, value.schema()))));
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    void writeValue(Object map, Encoder out) throws IOException {
        Map<?, ?> entries = (Map<?, ?>) map;
        out.writeArrayStart();
        out.setItemCount(entries.size());
        for (Map.Entry<?, ?> entry : entries.entrySet()) {
            out.startItem();
            key.write(entry.getKey(), out);
            value.write(entry.getValue(), out);
        }
        out.writeArrayEnd();
    }

    @Override
    ValueReader reader(Schema written, Resolution resolution) {
        if (!isMap(written)) {
            return resolution.mismatch(written, this);
        }
        Schema entry = written.getElementType();
        ValueReader keys = resolution.inside("key", entry.getField(KEY).schema(), key);
        ValueReader values = resolution.inside("value", entry.getField(VALUE).schema(), value);
        return in -> {
            Map<@Nullable Object, @Nullable Object> map = empty();
            for (long count = in.readArrayStart(); count > 0; count = in.arrayNext()) {
                for (long i = 0; i < count; i++) {
                    map.put(keys.read(in), values.read(in));
                }
            }
            return map;
        };
    }

    private static boolean isMap(Schema written) {
        return written.getType() == Schema.Type.ARRAY
                && written.getElementType().getType() == Schema.Type.RECORD
                && written.getElementType().getFields().stream()
                        .map(Schema.Field::name)
                        .toList()
                        .equals(List.of(KEY, VALUE));
    }

    @Override
    String describe() {
        return "map of " + key.describe() + " to " + value.describe();
    }

    @SuppressWarnings("unchecked") // StoredTypes has found a public constructor without parameters.
    private Map<@Nullable Object, @Nullable Object> empty() {
        if (type == Map.class || type == HashMap.class) {
            return new LinkedHashMap<>(); // Is a HashMap, and keeps its order over a restart.
        }
        return type == SortedMap.class
                ? new TreeMap<>()
                : (Map<@Nullable Object, @Nullable Object>) Instances.make(type);
    }

    @Override
    public boolean mutable() {
        return true;
    }

    @Override
    public Object copy(Object map) {
        Map<@Nullable Object, @Nullable Object> copy = empty();
        ((Map<?, ?>) map).forEach((k, v) -> copy.put(key.copyOrNull(k), value.copyOrNull(v)));
        return copy;
    }
}
