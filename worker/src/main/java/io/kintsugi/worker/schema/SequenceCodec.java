package io.kintsugi.worker.schema;

import java.io.IOException;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.avro.io.Encoder;
import org.jspecify.annotations.Nullable;

/** Arrays, lists, sets and queues, all as arrays; one may become another. */
final class SequenceCodec extends Codec {
    private final Class<?> type;
    private final Codec element;
    private final Schema schema;

    SequenceCodec(Class<?> type, Codec element) {
        this.type = type;
        this.element = element;
        this.schema = Schema.createArray(element.schema());
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    void writeValue(Object value, Encoder out) throws IOException {
        out.writeArrayStart();
        if (type.isArray()) {
            writeArray(value, out);
        } else {
            writeAll((Collection<?>) value, out);
        }
        out.writeArrayEnd();
    }

    private void writeArray(Object array, Encoder out) throws IOException {
        int length = Array.getLength(array);
        out.setItemCount(length);
        if (array instanceof double[] doubles) { // Weights of models: without a box for each.
            for (double each : doubles) {
                out.startItem();
                out.writeDouble(each);
            }
            return;
        }
        for (int i = 0; i < length; i++) {
            out.startItem();
            element.write(Array.get(array, i), out);
        }
    }

    private void writeAll(Collection<?> values, Encoder out) throws IOException {
        out.setItemCount(values.size());
        for (Object each : values) {
            out.startItem();
            element.write(each, out);
        }
    }

    @Override
    ValueReader reader(Schema written, Resolution resolution) {
        if (written.getType() != Schema.Type.ARRAY) {
            return resolution.mismatch(written, this);
        }
        ValueReader each = resolution.inside("[]", written.getElementType(), element);
        return in -> {
            List<@Nullable Object> values = new ArrayList<>();
            for (long count = in.readArrayStart(); count > 0; count = in.arrayNext()) {
                for (long i = 0; i < count; i++) {
                    values.add(each.read(in));
                }
            }
            return make(values);
        };
    }

    private Object make(List<@Nullable Object> values) {
        if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), values.size());
            for (int i = 0; i < values.size(); i++) {
                Array.set(array, i, values.get(i));
            }
            return array;
        }
        Collection<@Nullable Object> made = empty();
        made.addAll(values);
        return made;
    }

    @SuppressWarnings("unchecked") // StoredTypes has found a public constructor without parameters.
    private Collection<@Nullable Object> empty() {
        if (type == Set.class) {
            return new LinkedHashSet<>();
        }
        if (type == SortedSet.class) {
            return new TreeSet<>();
        }
        if (type == Queue.class || type == Deque.class) {
            return new ArrayDeque<>();
        }
        if (type.isInterface()) {
            return new ArrayList<>();
        }
        return type == HashSet.class
                ? new LinkedHashSet<>() // Is a HashSet, and keeps its order over a restart.
                : (Collection<@Nullable Object>) Instances.make(type);
    }

    @Override
    public boolean mutable() {
        return true;
    }

    @Override
    public Object copy(Object value) {
        if (type.isArray()) {
            return copyArray(value);
        }
        Collection<@Nullable Object> made = empty();
        for (Object each : (Collection<?>) value) {
            made.add(element.copyOrNull(each));
        }
        return made;
    }

    private Object copyArray(Object array) {
        int length = Array.getLength(array);
        Object copy = Array.newInstance(type.getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        if (element.mutable()) {
            for (int i = 0; i < length; i++) {
                Array.set(copy, i, element.copyOrNull(Array.get(copy, i)));
            }
        }
        return copy;
    }
}
