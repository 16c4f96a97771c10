package io.kintsugi.core.type;

import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.UUID;

/**
 * Takes classes of state apart, to find how they are written and whether they can be. Records by their components and
 * canonical constructor, other classes by their fields and a constructor without parameters; fields that are
 * {@code transient} are left out.
 */
public final class StoredTypes {
    /** Classes that are written as one value; primitives stand for their boxes too. */
    public static final List<Class<?>> SCALARS = List.of(
            boolean.class,
            byte.class,
            short.class,
            char.class,
            int.class,
            long.class,
            float.class,
            double.class,
            String.class,
            byte[].class,
            Instant.class,
            Duration.class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class,
            ZoneId.class,
            UUID.class,
            BigInteger.class,
            BigDecimal.class);

    private static final List<Class<?>> COLLECTIONS =
            List.of(Collection.class, List.class, Set.class, SortedSet.class, Queue.class, Deque.class);
    private static final List<Class<?>> MAPS = List.of(Map.class, SortedMap.class);

    private final Map<String, StoredType.Structure> structures = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    private StoredTypes() {}

    /** Throws {@link IllegalArgumentException} that names everything that cannot be stored. */
    public static StoredType of(RecordType type) {
        StoredTypes types = new StoredTypes();
        StoredType found = types.visit(BoundType.of(type), "it");
        if (!types.problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", types.problems));
        }
        return found;
    }

    public static StoredType of(Class<?> type) {
        return of(RecordType.of(type));
    }

    /** One phrase for everything in the class that cannot be stored, with class and field; empty when it can be. */
    public static List<String> problems(RecordType type) {
        StoredTypes types = new StoredTypes();
        types.visit(BoundType.of(type), "it");
        return types.problems;
    }

    private StoredType visit(BoundType bound, String where) {
        Class<?> raw = unboxed(bound.raw());
        if (SCALARS.contains(raw)) {
            return new StoredType.Scalar(raw);
        }
        if (ZoneId.class.isAssignableFrom(raw)) {
            return new StoredType.Scalar(ZoneId.class);
        }
        if (raw.isArray()) {
            return new StoredType.Sequence(raw, visit(bound.component(), "what is in " + where));
        }
        if (raw.isEnum()) {
            return new StoredType.Constant(raw);
        }
        if (Collection.class.isAssignableFrom(raw)) {
            requireMaker(raw, COLLECTIONS, where);
            return new StoredType.Sequence(raw, visit(argument(bound, 0), "what is in " + where));
        }
        if (Map.class.isAssignableFrom(raw)) {
            requireMaker(raw, MAPS, where);
            return new StoredType.Mapping(
                    raw,
                    visit(argument(bound, 0), "a key of " + where),
                    visit(argument(bound, 1), "a value of " + where));
        }
        return visitOwn(bound, where);
    }

    private StoredType visitOwn(BoundType bound, String where) {
        Class<?> raw = bound.raw();
        if (raw.isSealed()) {
            return visitSealed(bound, where);
        }
        if (isJdk(raw)) {
            return refuse(
                    where,
                    raw == Object.class || raw.isInterface()
                            ? "can be any " + raw.getName() + ": declare a class that says more"
                            : "is a " + raw.getName() + ", which cannot be stored: use a record of what is in it");
        }
        if (raw.isInterface() || Modifier.isAbstract(raw.getModifiers())) {
            return refuse(where, "can be any " + raw.getName() + ": make it sealed");
        }
        return structure(bound, where);
    }

    private StoredType visitSealed(BoundType bound, String where) {
        List<StoredType> options = new ArrayList<>();
        if (!Modifier.isAbstract(bound.raw().getModifiers())) {
            options.add(structure(bound, where));
        }
        Arrays.stream(bound.raw().getPermittedSubclasses())
                .sorted(Comparator.comparing(Class::getName))
                .forEach(subclass -> {
                    StoredType option = visit(bound.subclass(subclass), where);
                    options.addAll(option instanceof StoredType.Choice nested ? nested.options() : List.of(option));
                });
        return options.size() == 1 ? options.get(0) : new StoredType.Choice(bound.raw(), List.copyOf(options));
    }

    private StoredType structure(BoundType bound, String where) {
        StoredType.Structure known = structures.get(bound.name());
        if (known != null) {
            return known;
        }
        Class<?> raw = bound.raw();
        Constructor<?> constructor;
        try {
            constructor = raw.isRecord() ? canonical(raw) : raw.getDeclaredConstructor();
            constructor.setAccessible(true);
        } catch (NoSuchMethodException e) {
            return refuse(
                    where,
                    "is a " + raw.getName() + " without a constructor that takes nothing: make it a"
                            + " record, or add one");
        } catch (InaccessibleObjectException e) {
            return refuse(where, "is a " + raw.getName() + " that may not be looked into: " + e.getMessage());
        }
        StoredType.Structure structure = new StoredType.Structure(raw, bound.name(), constructor);
        structures.put(bound.name(), structure);
        structure.members(members(bound));
        return structure;
    }

    private List<StoredType.Member> members(BoundType bound) {
        List<StoredType.Member> members = new ArrayList<>();
        Class<?> raw = bound.raw();
        Class<?> parent = raw.getSuperclass();
        if (parent != null && !isJdk(parent)) {
            members.addAll(members(bound.inside(raw.getGenericSuperclass())));
        }
        for (Field field : fields(raw)) {
            field.setAccessible(true);
            String where = "field '" + field.getName() + "' of " + raw.getName();
            if (members.stream().anyMatch(member -> member.name().equals(field.getName()))) {
                problems.add(where + " has the name of a field of a superclass: rename one");
            } else {
                members.add(new StoredType.Member(field, visit(bound.inside(field.getGenericType()), where)));
            }
        }
        return members;
    }

    /** Those of a record in the order of its components, as its constructor takes them. */
    private static List<Field> fields(Class<?> raw) {
        if (!raw.isRecord()) {
            return Arrays.stream(raw.getDeclaredFields())
                    .filter(field -> !Modifier.isStatic(field.getModifiers())
                            && !Modifier.isTransient(field.getModifiers())
                            && !field.isSynthetic())
                    .toList();
        }
        List<Field> fields = new ArrayList<>();
        for (RecordComponent component : raw.getRecordComponents()) {
            try {
                fields.add(raw.getDeclaredField(component.getName()));
            } catch (NoSuchFieldException e) {
                throw new IllegalStateException("every component has a field", e);
            }
        }
        return fields;
    }

    private void requireMaker(Class<?> raw, List<Class<?>> interfaces, String where) {
        if (interfaces.contains(raw)) {
            return;
        }
        if (Modifier.isAbstract(raw.getModifiers())
                || Arrays.stream(raw.getConstructors()).noneMatch(made -> made.getParameterCount() == 0)) {
            refuse(
                    where,
                    "is a " + raw.getName() + ", which cannot be made again: declare "
                            + (Map.class.isAssignableFrom(raw) ? "java.util.Map" : "java.util.List"));
        }
    }

    /** Goes on as if it were a text, to find what else is wrong. */
    private StoredType refuse(String where, String why) {
        problems.add(where + " " + why);
        return new StoredType.Scalar(String.class);
    }

    private static BoundType argument(BoundType bound, int index) {
        return bound.arguments().size() > index ? bound.arguments().get(index) : BoundType.of(Object.class);
    }

    private static Constructor<?> canonical(Class<?> raw) throws NoSuchMethodException {
        return raw.getDeclaredConstructor(Arrays.stream(raw.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new));
    }

    private static Class<?> unboxed(Class<?> type) {
        return MethodType.methodType(type).unwrap().returnType();
    }

    private static boolean isJdk(Class<?> type) {
        return type.getName().startsWith("java.") || type.getName().startsWith("javax.");
    }
}
