package io.kintsugi.core.type;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A type without variables.
 *
 * @param arguments as many as {@code raw} has type parameters; {@code Object} for what is not known
 */
record BoundType(Class<?> raw, List<BoundType> arguments) {
    private static final BoundType ANYTHING = new BoundType(Object.class, List.of());

    static BoundType of(Type type) {
        return resolve(type, Map.of());
    }

    /** Builds the tree again that {@link RecordType#contents} lists from the outside in. */
    static BoundType of(RecordType type) {
        List<Class<?>> flat = new ArrayList<>();
        flat.add(type.type());
        flat.addAll(type.contents());
        return take(flat, new int[1]);
    }

    private static BoundType take(List<Class<?>> flat, int[] next) {
        if (next[0] >= flat.size()) {
            return ANYTHING;
        }
        Class<?> raw = flat.get(next[0]++);
        int parameters = innermost(raw).getTypeParameters().length;
        List<BoundType> arguments = new ArrayList<>();
        for (int i = 0; i < parameters; i++) {
            arguments.add(take(flat, next));
        }
        return new BoundType(raw, List.copyOf(arguments));
    }

    private static Class<?> innermost(Class<?> type) {
        return type.isArray() ? innermost(type.getComponentType()) : type;
    }

    /** A type that is written inside this one's class. */
    BoundType inside(Type type) {
        return resolve(type, bindings());
    }

    /** What an array is made of. */
    BoundType component() {
        return new BoundType(raw.getComponentType(), arguments);
    }

    private Map<TypeVariable<?>, BoundType> bindings() {
        Map<TypeVariable<?>, BoundType> bound = new LinkedHashMap<>();
        TypeVariable<?>[] variables = raw.getTypeParameters();
        for (int i = 0; i < variables.length; i++) {
            bound.put(variables[i], arguments.get(i));
        }
        return bound;
    }

    /** A subclass of this type, with those of its type parameters that it passes on to this type. */
    BoundType subclass(Class<?> subclass) {
        Map<TypeVariable<?>, BoundType> known = new LinkedHashMap<>();
        for (Type parent : parents(subclass)) {
            if (parent instanceof ParameterizedType parameterized && parameterized.getRawType() == raw) {
                Type[] passed = parameterized.getActualTypeArguments();
                for (int i = 0; i < passed.length; i++) {
                    if (passed[i] instanceof TypeVariable<?> variable) {
                        known.put(variable, arguments.get(i));
                    }
                }
            }
        }
        return new BoundType(
                subclass,
                Arrays.stream(subclass.getTypeParameters())
                        .map(variable -> known.getOrDefault(variable, ANYTHING))
                        .toList());
    }

    private static List<Type> parents(Class<?> type) {
        List<Type> parents = new ArrayList<>(List.of(type.getGenericInterfaces()));
        if (type.getGenericSuperclass() != null) {
            parents.add(type.getGenericSuperclass());
        }
        return parents;
    }

    private static BoundType resolve(Type type, Map<TypeVariable<?>, BoundType> bound) {
        if (type instanceof Class<?> plain) {
            return new BoundType(
                    plain,
                    Arrays.stream(innermost(plain).getTypeParameters())
                            .map(variable -> ANYTHING)
                            .toList());
        }
        if (type instanceof ParameterizedType parameterized) {
            return new BoundType(
                    (Class<?>) parameterized.getRawType(),
                    Arrays.stream(parameterized.getActualTypeArguments())
                            .map(argument -> resolve(argument, bound))
                            .toList());
        }
        if (type instanceof GenericArrayType array) {
            BoundType component = resolve(array.getGenericComponentType(), bound);
            return new BoundType(component.raw.arrayType(), component.arguments);
        }
        if (type instanceof WildcardType wildcard) {
            return resolve(wildcard.getUpperBounds()[0], bound);
        }
        return type instanceof TypeVariable<?> variable ? bound.getOrDefault(variable, ANYTHING) : ANYTHING;
    }

    /** The class, with its type arguments where it has any. */
    String name() {
        return arguments.isEmpty()
                ? raw.getName()
                : raw.getName() + arguments.stream().map(BoundType::name).collect(Collectors.joining(",", "<", ">"));
    }
}
