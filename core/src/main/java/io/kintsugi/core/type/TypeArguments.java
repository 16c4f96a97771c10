package io.kintsugi.core.type;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a class, or a method that is used as a lambda, filled in for the type parameter of a generic interface. */
final class TypeArguments {
    /** What the type variables stand for where we are now. */
    private final Map<TypeVariable<?>, Type> bound;

    private TypeArguments(Map<TypeVariable<?>, Type> bound) {
        this.bound = bound;
    }

    /**
     * What {@code type} fills in for parameter {@code index} of {@code target}, which it implements at any distance;
     * empty when it leaves the parameter open.
     *
     * @param index from 0
     */
    static Optional<RecordType> of(Type type, Class<?> target, int index) {
        return new TypeArguments(new LinkedHashMap<>()).search(type, target, index);
    }

    /** Takes {@code type} apart; empty for a type variable, of which nothing is known. */
    static Optional<RecordType> describe(Type type) {
        return new TypeArguments(new LinkedHashMap<>()).taken(type);
    }

    private Optional<RecordType> search(Type type, Class<?> target, int index) {
        Class<?> raw = type instanceof ParameterizedType parameterized
                ? (Class<?>) parameterized.getRawType()
                : type instanceof Class<?> plain ? plain : Object.class;
        if (!target.isAssignableFrom(raw)) {
            return Optional.empty();
        }
        TypeArguments inside = inside(raw, type);
        if (raw == target) {
            return inside.taken(target.getTypeParameters()[index]);
        }
        for (Type parent : raw.getGenericInterfaces()) {
            Optional<RecordType> found = inside.search(parent, target, index);
            if (found.isPresent()) {
                return found;
            }
        }
        Type parent = raw.getGenericSuperclass();
        return parent == null ? Optional.empty() : inside.search(parent, target, index);
    }

    private TypeArguments inside(Class<?> raw, Type type) {
        Map<TypeVariable<?>, Type> deeper = new LinkedHashMap<>(bound);
        if (type instanceof ParameterizedType parameterized) {
            Type[] arguments = parameterized.getActualTypeArguments();
            for (int i = 0; i < arguments.length; i++) {
                deeper.put(raw.getTypeParameters()[i], resolved(arguments[i]));
            }
        }
        return new TypeArguments(deeper);
    }

    private Optional<RecordType> taken(Type type) {
        if (resolved(type) instanceof TypeVariable<?>) {
            return Optional.empty();
        }
        List<Class<?>> classes = new ArrayList<>();
        collect(type, classes);
        return Optional.of(new RecordType(classes.get(0), classes.subList(1, classes.size())));
    }

    private void collect(Type type, List<Class<?>> into) {
        Type resolved = resolved(type);
        if (resolved instanceof Class<?> plain) {
            into.add(plain);
            if (into.size() > 1 && plain.getTypeParameters().length > 0) {
                into.add(Object.class); // Used without its arguments, so it may hold anything.
            }
        } else if (resolved instanceof ParameterizedType parameterized) {
            into.add((Class<?>) parameterized.getRawType());
            for (Type argument : parameterized.getActualTypeArguments()) {
                collect(argument, into);
            }
        } else if (resolved instanceof GenericArrayType array) {
            int at = into.size();
            collect(array.getGenericComponentType(), into);
            into.set(at, into.get(at).arrayType());
        } else if (resolved instanceof WildcardType wildcard) {
            collect(wildcard.getUpperBounds()[0], into);
        } else {
            into.add(Object.class); // A variable that nobody filled in.
        }
    }

    private Type resolved(Type type) {
        return type instanceof TypeVariable<?> variable ? bound.getOrDefault(variable, type) : type;
    }
}
