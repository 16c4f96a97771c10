package io.kintsugi.core.graph;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys are divided into a fixed number of groups and groups over subtasks in contiguous ranges, so that state can move
 * when the parallelism changes.
 */
public final class KeyGroups {
    /** Groups of a job that does not choose their number. */
    public static final int DEFAULT = 128;
    /** More than this costs more than it could ever spread. */
    public static final int MAX = 1 << 15;

    private KeyGroups() {}

    /** The group of {@code key}, from 0 to {@code groups} - 1. */
    public static int groupOf(Object key, int groups) {
        return mix(hash(key)) % groups;
    }

    /** The subtask that owns {@code group}, from 0 to {@code parallelism} - 1. */
    public static int subtaskOf(int group, int parallelism, int groups) {
        return group * parallelism / groups;
    }

    /** The first group of {@code subtask}; its last is before the first of the next subtask. */
    public static int firstGroupOf(int subtask, int parallelism, int groups) {
        return (subtask * groups + parallelism - 1) / parallelism;
    }

    private static int hash(Object key) {
        if (key instanceof Enum<?> constant) {
            return constant.name().hashCode();
        }
        return key.hashCode();
    }

    /** Spreads the bits and drops the sign. Algorithm: the finalizer of MurmurHash3 (Appleby, public domain). */
    private static int mix(int hash) {
        int h = hash;
        h = (h ^ (h >>> 16)) * 0x85ebca6b;
        h = (h ^ (h >>> 13)) * 0xc2b2ae35;
        return (h ^ (h >>> 16)) & Integer.MAX_VALUE;
    }

    /** Says why keys of this class cannot be spread the same way in every JVM, or null when they can. */
    static @Nullable String problemOf(Class<?> type) {
        if (type == Object.class || type.isInterface() || type.isEnum() || List.class.isAssignableFrom(type)) {
            return null;
        }
        if (type.isArray()) {
            return "an array has no stable hashCode; use a List or a record";
        }
        if (type.isRecord()) {
            for (var component : type.getRecordComponents()) {
                if (component.getType().isEnum()) {
                    return "the hashCode of enum component '" + component.getName()
                            + "' differs between JVMs; use its name()";
                }
                String problem = problemOf(component.getType());
                if (problem != null) {
                    return "component '" + component.getName() + "': " + problem;
                }
            }
            return null;
        }
        if (type.isPrimitive()) {
            return null;
        }
        try {
            return type.getMethod("hashCode").getDeclaringClass() == Object.class
                    ? type.getName() + " inherits Object.hashCode, which differs between JVMs; use a record"
                    : null;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every class has a hashCode", e);
        }
    }
}
