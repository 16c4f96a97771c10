package io.kintsugi.connectors.files;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a value as JSON on one line: records as objects in the order of their components, maps, lists, arrays, numbers,
 * booleans; everything else as the text of its {@code toString}. A number that JSON cannot express becomes null.
 */
public final class JsonLines {
    private static final int DEPTH_MAX = 100;

    private static final ClassValue<List<Component>> COMPONENTS = new ClassValue<>() {
        @Override
        protected List<Component> computeValue(Class<?> type) {
            return Component.of(type);
        }
    };

    private final StringBuilder json = new StringBuilder();
    private int depth;

    private JsonLines() {}

    /** Throws {@link IllegalArgumentException} for what is nested deeper than 100 levels. */
    public static String format(Object value) {
        JsonLines lines = new JsonLines();
        lines.write(value);
        return lines.json.toString();
    }

    private void write(@Nullable Object value) {
        if (++depth > DEPTH_MAX) {
            throw new IllegalArgumentException("JSON: nested deeper than " + DEPTH_MAX + " levels");
        }
        if (value == null
                || (value instanceof Double real && !Double.isFinite(real))
                || (value instanceof Float single && !Float.isFinite(single))) {
            json.append("null");
        } else if (value instanceof Number || value instanceof Boolean) {
            json.append(value);
        } else if (value instanceof Record object) {
            writeRecord(object);
        } else if (value instanceof Map<?, ?> map) {
            writeMap(map);
        } else if (value instanceof Iterable<?> list) {
            writeList(list);
        } else if (value.getClass().isArray()) {
            writeArray(value);
        } else {
            quote(value instanceof Enum<?> constant ? constant.name() : value.toString());
        }
        depth--;
    }

    private void writeRecord(Record object) {
        json.append('{');
        boolean first = true;
        for (Component component : COMPONENTS.get(object.getClass())) {
            separate(first);
            first = false;
            quote(component.name());
            json.append(':');
            write(component.value(object));
        }
        json.append('}');
    }

    private void writeMap(Map<?, ?> map) {
        json.append('{');
        boolean first = true;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            separate(first);
            first = false;
            quote(String.valueOf(entry.getKey()));
            json.append(':');
            write(entry.getValue());
        }
        json.append('}');
    }

    private void writeList(Iterable<?> list) {
        json.append('[');
        boolean first = true;
        for (Object entry : list) {
            separate(first);
            first = false;
            write(entry);
        }
        json.append(']');
    }

    private void writeArray(Object array) {
        json.append('[');
        for (int i = 0; i < Array.getLength(array); i++) {
            separate(i == 0);
            write(Array.get(array, i));
        }
        json.append(']');
    }

    private void separate(boolean first) {
        if (!first) {
            json.append(',');
        }
    }

    private void quote(String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                default -> {
                    if (c < ' ') {
                        json.append("\\u%04x".formatted((int) c));
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        json.append('"');
    }

    /** One component of a record class. */
    private record Component(String name, Method accessor) {
        static List<Component> of(Class<?> type) {
            List<Component> components = new ArrayList<>();
            for (RecordComponent component : type.getRecordComponents()) {
                component.getAccessor().setAccessible(true);
                components.add(new Component(component.getName(), component.getAccessor()));
            }
            return List.copyOf(components);
        }

        @Nullable
        Object value(Record object) {
            try {
                return accessor.invoke(object);
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new IllegalStateException("cannot read " + accessor, e);
            }
        }
    }
}
