package io.kintsugi.core.type;

import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Follows record classes to all classes that their fields can hold, always in the same order: what a codec must know
 * before the first record comes.
 */
public final class RecordTypes {
    /** JDK types that say nothing about the object behind them. */
    private static final List<Class<?>> SAY_NOTHING =
            List.of(Object.class, Record.class, Enum.class, Comparable.class, Serializable.class);

    private final List<Class<?>> registered;
    private final Set<Class<?>> found = new LinkedHashSet<>();
    private final Set<Class<?>> parents = new LinkedHashSet<>();
    private final List<String> gaps = new ArrayList<>();

    private RecordTypes(List<Class<?>> registered) {
        this.registered = registered;
    }

    /**
     * The roots and everything that is reachable through fields, type arguments, array components, superclasses and
     * permitted subclasses. Of the JDK's own classes it has only the enums, and arrays of classes; a codec brings the
     * others along.
     */
    public static List<Class<?>> reachable(List<? extends Class<?>> roots) {
        RecordTypes types = new RecordTypes(List.of());
        roots.forEach(root -> types.visit(root, "a record"));
        types.found.addAll(types.parents);
        return List.copyOf(types.found);
    }

    /**
     * Where the way to the classes inside {@code root} ends at a type that can stand for anything: an open interface, an
     * {@code Object}, a list that does not say of what.
     *
     * @param registered classes that the user named; a gap that one of them fits into is none
     * @return one phrase a gap, each says what to do; empty when every class is known
     */
    public static List<String> gaps(RecordType root, List<Class<?>> registered) {
        RecordTypes types = new RecordTypes(registered);
        if (root.contents().isEmpty() && root.type().getTypeParameters().length > 0) {
            types.requireKnown(Object.class, "what is in a " + root.type().getName());
        }
        types.visit(root.type(), "a record");
        root.contents().forEach(content -> types.visit(content, "what is in a record"));
        return types.gaps;
    }

    private void visit(Class<?> type, String where) {
        if (type.isPrimitive()) {
            return;
        }
        if (type.isArray()) {
            if (!type.getComponentType().isPrimitive()) {
                found.add(type);
            }
            visit(type.getComponentType(), where);
        } else if (type != Enum.class && Enum.class.isAssignableFrom(type)) {
            visitEnum(type);
        } else if (!isJdk(type)) {
            visitOwn(type, where);
        } else if (SAY_NOTHING.contains(type)) {
            requireKnown(type, where);
        }
    }

    /** A constant with a body has a class of its own. */
    private void visitEnum(Class<?> type) {
        if (found.add(type) && type.isEnum()) {
            Arrays.stream(type.getEnumConstants()).map(Object::getClass).forEach(found::add);
        }
    }

    private void visitOwn(Class<?> type, String where) {
        if (!found.add(type)) {
            return;
        }
        if (type.isSealed()) {
            permitted(type).forEach(subclass -> visit(subclass, where));
        } else if (Modifier.isAbstract(type.getModifiers())) {
            requireKnown(type, where);
        }
        visitFields(type);
    }

    private static Stream<? extends Class<?>> permitted(Class<?> type) {
        return Arrays.stream(type.getPermittedSubclasses()).sorted(Comparator.comparing(Class::getName));
    }

    private void visitFields(Class<?> type) {
        Arrays.stream(type.getDeclaredFields())
                .filter(field ->
                        !Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers()))
                .sorted(Comparator.comparing(Field::getName))
                .forEach(
                        field -> visit(field.getGenericType(), "field '" + field.getName() + "' of " + type.getName()));
        Type parent = type.getGenericSuperclass();
        if (parent != null) {
            visitParent(type.getSuperclass(), parent);
        }
    }

    /** Kept apart from what was found: as the class of a field, the same abstract class is a gap. */
    private void visitParent(Class<?> raw, Type parent) {
        if (!isJdk(raw) && parents.add(raw)) {
            visitFields(raw);
        }
        if (parent instanceof ParameterizedType parameterized) {
            visitArguments(parameterized, "a field of " + raw.getName());
        }
    }

    /** A type variable needs no visit: whoever fills it in names the class. */
    private void visit(Type type, String where) {
        if (type instanceof Class<?> plain) {
            if (plain.getTypeParameters().length > 0) {
                requireKnown(Object.class, "what is in " + where);
            }
            visit(plain, where);
        } else if (type instanceof ParameterizedType parameterized) {
            visit((Class<?>) parameterized.getRawType(), where);
            visitArguments(parameterized, "what is in " + where);
        } else if (type instanceof GenericArrayType array) {
            visit(array.getGenericComponentType(), where);
        } else if (type instanceof WildcardType wildcard) {
            visit(wildcard.getUpperBounds()[0], where);
        }
    }

    private void visitArguments(ParameterizedType type, String where) {
        Arrays.stream(type.getActualTypeArguments()).forEach(argument -> visit(argument, where));
    }

    private void requireKnown(Class<?> type, String where) {
        if (registered.stream().noneMatch(known -> known != type && type.isAssignableFrom(known))) {
            gaps.add("%s can be any %s: %sname its classes with recordTypes(...)"
                    .formatted(where, type.getName(), isJdk(type) ? "" : "make it sealed, or "));
        }
    }

    private static boolean isJdk(Class<?> type) {
        return type.getName().startsWith("java.") || type.getName().startsWith("javax.");
    }
}
