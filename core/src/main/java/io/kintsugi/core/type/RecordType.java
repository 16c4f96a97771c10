package io.kintsugi.core.type;

import java.util.List;

/**
 * What is known about the records of a stream before any flows.
 *
 * @param type their class
 * @param contents classes that its type arguments name, outermost first: {@code Flight} for a {@code List<Flight>}, and
 *     {@code Object} for an argument that is not known; empty for a class without type parameters, and for one of whose
 *     arguments nothing is known
 */
public record RecordType(Class<?> type, List<Class<?>> contents) {
    public RecordType {
        contents = List.copyOf(contents);
    }

    public static RecordType of(Class<?> type) {
        return new RecordType(type, List.of());
    }
}
