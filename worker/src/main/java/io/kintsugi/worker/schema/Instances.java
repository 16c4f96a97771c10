package io.kintsugi.worker.schema;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/** Reflection, with the failures that cannot happen turned into bugs and those of a constructor into what it threw. */
final class Instances {
    private Instances() {}

    static Object make(Class<?> type) {
        try {
            return make(type.getConstructor());
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(type + " was found to have a constructor", e);
        }
    }

    static Object make(Constructor<?> constructor, @Nullable Object... arguments) {
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(
                    "%s cannot be made again of its stored values: %s"
                            .formatted(constructor.getDeclaringClass().getName(), e.getCause()),
                    e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(constructor + " was found to work", e);
        }
    }

    static @Nullable Object get(Field field, Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " was found to be accessible", e);
        }
    }

    static void set(Field field, Object owner, @Nullable Object value) {
        try {
            field.set(owner, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " was found to be accessible", e);
        }
    }
}
