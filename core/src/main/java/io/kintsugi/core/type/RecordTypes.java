package io.kintsugi.core.type;

import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Follows record classes to all classes that their fields can hold, always in the same order. */
public final class RecordTypes {
    private final Set<Class<?>> found = new LinkedHashSet<>();

    private RecordTypes() {}

    /**
     * The roots and everything that is reachable through fields, type arguments, array components and permitted
     * subclasses, without the JDK's own classes.
     */
    public static List<Class<?>> reachable(List<? extends Class<?>> roots) {
        RecordTypes types = new RecordTypes();
        roots.forEach(types::visit);
        return List.copyOf(types.found);
    }

    private void visit(Class<?> type) {
        if (type.isArray()) {
            visit(type.getComponentType());
            return;
        }
        if (type.isPrimitive() || type.getName().startsWith("java.") || !found.add(type)) {
            return;
        }
        if (type.isSealed()) {
            Arrays.stream(type.getPermittedSubclasses())
                    .sorted(Comparator.comparing(Class::getName))
                    .forEach(this::visit);
        }
        if (type.getSuperclass() != null) {
            visit(type.getSuperclass());
        }
        Arrays.stream(type.getDeclaredFields())
                .filter(field ->
                        !Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers()))
                .sorted(Comparator.comparing(Field::getName))
                .forEach(field -> visit(field.getGenericType()));
    }

    private void visit(Type type) {
        if (type instanceof Class<?> plain) {
            visit(plain);
        } else if (type instanceof ParameterizedType parameterized) {
            visit(parameterized.getRawType());
            Arrays.stream(parameterized.getActualTypeArguments()).forEach(this::visit);
        } else if (type instanceof GenericArrayType array) {
            visit(array.getGenericComponentType());
        } else if (type instanceof WildcardType wildcard) {
            Arrays.stream(wildcard.getUpperBounds()).forEach(this::visit);
        }
    }
}
