package io.kintsugi.core.graph;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Says which classes of keys are spread the same way in every JVM: their {@code hashCode} is made of values only. */
final class KeyTypes {
    private final Set<Class<?>> seen = new LinkedHashSet<>();

    private KeyTypes() {}

    /** Why keys of this class cannot be spread, and what to use; null when they can, or when the class says too little. */
    static @Nullable String problemOf(Class<?> type) {
        return type.isEnum() ? null : new KeyTypes().problem(type); // KeyGroups hashes the name of an enum key.
    }

    private @Nullable String problem(Class<?> type) {
        if (type.isArray()) {
            return "an array has no stable hashCode; use a List or a record";
        }
        if (type.isEnum()) {
            return "the hashCode of enum " + type.getName() + " differs between JVMs; use its name()";
        }
        if (type.isPrimitive() || type == Object.class || !seen.add(type)) {
            return null;
        }
        if (type.isSealed()) {
            return problem(type.getPermittedSubclasses());
        }
        if (type.isRecord()) {
            return problem(type.getRecordComponents());
        }
        return type.isInterface() || type == Number.class || hasHashCode(type)
                ? null
                : type.getName() + " inherits Object.hashCode, which differs between JVMs; use a record";
    }

    private @Nullable String problem(Class<?>... permitted) {
        for (Class<?> subclass : permitted) {
            String problem = problem(subclass);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private @Nullable String problem(RecordComponent... components) {
        for (RecordComponent component : components) {
            String problem = problem(component.getGenericType());
            if (problem != null) {
                return "component '" + component.getName() + "': " + problem;
            }
        }
        return null;
    }

    /** Also looks at what a list or an optional holds. */
    private @Nullable String problem(Type type) {
        if (type instanceof Class<?> plain) {
            return problem(plain);
        }
        if (!(type instanceof ParameterizedType parameterized)) {
            return null;
        }
        for (Type argument : parameterized.getActualTypeArguments()) {
            String problem = problem(argument);
            if (problem != null) {
                return problem;
            }
        }
        return problem((Class<?>) parameterized.getRawType());
    }

    private static boolean hasHashCode(Class<?> type) {
        try {
            return type.getMethod("hashCode").getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every class has a hashCode", e);
        }
    }
}
