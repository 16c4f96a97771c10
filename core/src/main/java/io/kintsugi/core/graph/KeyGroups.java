package io.kintsugi.core.graph;

/**
 * Keys are divided into a fixed number of groups and groups over subtasks in contiguous ranges, so that state can move
 * when the parallelism changes. Everywhere {@code groups} is from 1 to {@link #MAX} and {@code parallelism} from 1 to
 * {@code groups}; a subtask always owns at least one group.
 */
public final class KeyGroups {
    /** Groups of a job that does not choose their number. */
    public static final int DEFAULT = 128;
    /** More than this costs more than it could ever spread. */
    public static final int MAX = 1 << 15;

    private KeyGroups() {}

    /**
     * The group of {@code key}, from 0 to {@code groups} - 1; the same in every JVM for keys that {@code KeyFunction}
     * allows.
     */
    public static int groupOf(Object key, int groups) {
        return hashOf(key) % groups;
    }

    /** A number of {@code key} from 0 on, the same in every JVM; two keys may have the same. */
    public static int hashOf(Object key) {
        return mix(hash(key));
    }

    /** The subtask that owns {@code group}, from 0 to {@code parallelism} - 1. */
    public static int subtaskOf(int group, int parallelism, int groups) {
        return group * parallelism / groups;
    }

    /** The first group of {@code subtask}, from 0 to {@code parallelism}; its last is before the first of the next one. */
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
}
