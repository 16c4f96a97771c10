package io.kintsugi.core.type;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds what a class filled in for the type parameter of an interface that it implements, at any distance. */
final class TypeArguments {
    private TypeArguments() {}

    /**
     * The class that {@code type} fills in for parameter {@code index} of {@code target}; empty when it leaves it open.
     *
     * @param index from 0
     */
    static Optional<Class<?>> of(Class<?> type, Class<?> target, int index) {
        return Optional.ofNullable(search(type, target, index, Map.of()));
    }

    private static @Nullable Class<?> search(Type type, Class<?> target, int index, Map<TypeVariable<?>, Type> outer) {
        Class<?> raw = raw(type, outer);
        if (raw == null || !target.isAssignableFrom(raw)) {
            return null;
        }
        Map<TypeVariable<?>, Type> bound = new LinkedHashMap<>(outer);
        if (type instanceof ParameterizedType parameterized) {
            for (int i = 0; i < raw.getTypeParameters().length; i++) {
                bound.put(raw.getTypeParameters()[i], resolve(parameterized.getActualTypeArguments()[i], outer));
            }
        }
        if (raw == target) {
            return raw(target.getTypeParameters()[index], bound);
        }
        for (Type parent : raw.getGenericInterfaces()) {
            Class<?> found = search(parent, target, index, bound);
            if (found != null) {
                return found;
            }
        }
        Type parent = raw.getGenericSuperclass();
        return parent == null ? null : search(parent, target, index, bound);
    }

    private static Type resolve(Type type, Map<TypeVariable<?>, Type> bound) {
        return type instanceof TypeVariable<?> variable ? bound.getOrDefault(variable, type) : type;
    }

    private static @Nullable Class<?> raw(Type type, Map<TypeVariable<?>, Type> bound) {
        Type resolved = resolve(type, bound);
        if (resolved instanceof Class<?> plain) {
            return plain;
        }
        if (resolved instanceof ParameterizedType parameterized) {
            return (Class<?>) parameterized.getRawType();
        }
        if (resolved instanceof GenericArrayType array) {
            Class<?> component = raw(array.getGenericComponentType(), bound);
            return component == null ? null : component.arrayType();
        }
        return null;
    }
}
