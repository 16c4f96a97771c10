package io.kintsugi.core.type;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.List;

/** What a class of state is made of, down to what can be written. Made by {@link StoredTypes}. */
public sealed interface StoredType {
    Class<?> type();

    /** A single value: a primitive, a text, a time; see {@link StoredTypes#SCALARS}. */
    record Scalar(Class<?> type) implements StoredType {}

    /** A constant of an enum. */
    record Constant(Class<?> type) implements StoredType {}

    /**
     * An array, list, set or queue.
     *
     * @param type as declared; not {@code byte[]}, which is a scalar
     */
    record Sequence(Class<?> type, StoredType element) implements StoredType {}

    /** A map. */
    record Mapping(Class<?> type, StoredType key, StoredType value) implements StoredType {}

    /** One of the classes that a sealed type permits, at least two. */
    record Choice(Class<?> type, List<StoredType> options) implements StoredType {}

    /** A record or a class with fields of its own; may contain itself. */
    final class Structure implements StoredType {
        private final Class<?> type;
        private final String name;
        private final Constructor<?> constructor;
        private List<Member> members = List.of();

        /**
         * @param name of the class with its type arguments
         * @param constructor the canonical one of a record, or without parameters
         */
        Structure(Class<?> type, String name, Constructor<?> constructor) {
            this.type = type;
            this.name = name;
            this.constructor = constructor;
        }

        void members(List<Member> found) {
            members = List.copyOf(found);
        }

        @Override
        public Class<?> type() {
            return type;
        }

        /** Unique among all structures: the class, with type arguments where it has any. */
        public String name() {
            return name;
        }

        public Constructor<?> constructor() {
            return constructor;
        }

        /** In the order of the record's components, or of declaration with those of superclasses first. */
        public List<Member> members() {
            return members;
        }
    }

    /** A field; accessible. */
    record Member(Field field, StoredType type) {
        public String name() {
            return field.getName();
        }

        /** Whether it can be null. */
        public boolean nullable() {
            return !field.getType().isPrimitive();
        }
    }
}
