package io.kintsugi.worker.state;

import org.jspecify.annotations.Nullable;

/**
 * A part of a {@link KeyTable}: keys and values side by side in one array. Linear probing, at most half full; removing moves
 * the entries behind back (Knuth, The Art of Computer Programming 3, 6.4, algorithm R).
 *
 * <p>Places are indexes of keys and always even; a value lies one behind its key.
 */
final class Segment {
    final @Nullable Object[] slots;
    /** How many leading bits of their hashes its keys have in common. */
    final int depth;
    /** These bits. */
    final int prefix;

    /** Of the capture that reads this segment. */
    final ReadMark mark = new ReadMark();
    /** Of the segment that this one was copied from, which has the values that are not {@link #own}. */
    ReadMark origin = mark;

    int size;
    /** See {@link CopyOnWrite}. */
    int generation;
    /** By place / 2, which values no capture has seen; null for all. Kept only where values can be changed in place. */
    boolean @Nullable [] own;
    /** By place / 2, when an entry was used last, in milliseconds since 1970; null where nothing expires. */
    long @Nullable [] stamps;

    Segment(int capacity, int depth, int prefix, int generation) {
        this.slots = new Object[2 * capacity];
        this.depth = depth;
        this.prefix = prefix;
        this.generation = generation;
    }

    /** A segment with the same entries, for the task; this one is the capture's from now on. */
    Segment copy(int newGeneration, boolean mutableValues) {
        Segment copy = new Segment(slots.length / 2, depth, prefix, newGeneration);
        System.arraycopy(slots, 0, copy.slots, 0, slots.length);
        copy.size = size;
        copy.origin = mark;
        copy.stamps = stamps == null ? null : stamps.clone();
        if (mutableValues) {
            copy.own = new boolean[slots.length / 2];
        }
        return copy;
    }

    boolean full() {
        return size * 4 >= slots.length;
    }

    /** The place of {@code key}, or the free place where it belongs. */
    int probe(Object key, long hash) {
        int mask = slots.length - 1;
        int at = home(hash);
        Object found = slots[at];
        while (found != null && !found.equals(key)) {
            at = (at + 2) & mask;
            found = slots[at];
        }
        return at;
    }

    /** The middle bits of the hash: the directory goes by the leading ones. */
    private int home(long hash) {
        return (int) (hash >>> 31) & (slots.length - 2);
    }

    /** @param owned whether no capture has seen the value */
    void put(int at, Object key, Object value, boolean owned) {
        slots[at] = key;
        slots[at + 1] = value;
        size++;
        own(at, owned);
    }

    long stamp(int at) {
        return stamps == null ? 0 : stamps[at >> 1];
    }

    void stamp(int at, long time) {
        if (stamps == null) {
            stamps = new long[slots.length / 2];
        }
        stamps[at >> 1] = time;
    }

    boolean owns(int at) {
        return own == null || own[at >> 1];
    }

    void own(int at, boolean owned) {
        if (own != null) {
            own[at >> 1] = owned;
        }
    }

    void remove(int place) {
        int mask = slots.length - 1;
        int hole = place;
        int at = (hole + 2) & mask;
        for (Object key = slots[at]; key != null; key = slots[at]) {
            int home = home(KeyTable.hash(key));
            if (((at - home) & mask) >= ((at - hole) & mask)) {
                slots[hole] = key;
                slots[hole + 1] = slots[at + 1];
                own(hole, owns(at));
                if (stamps != null) {
                    stamps[hole >> 1] = stamps[at >> 1];
                }
                hole = at;
            }
            at = (at + 2) & mask;
        }
        slots[hole] = null;
        slots[hole + 1] = null;
        size--;
    }

    /** Adds all entries of {@code from} that have this segment's prefix. */
    void take(Segment from) {
        if (from.own != null && own == null) {
            own = new boolean[slots.length / 2];
            origin = from.origin;
        }
        for (int at = 0; at < from.slots.length; at += 2) {
            Object key = from.slots[at];
            Object value = from.slots[at + 1];
            if (key != null && value != null) {
                long hash = KeyTable.hash(key);
                if (depth == 0 || hash >>> (Long.SIZE - depth) == prefix) {
                    int place = probe(key, hash);
                    put(place, key, value, from.owns(at));
                    if (from.stamps != null) {
                        stamp(place, from.stamps[at >> 1]);
                    }
                }
            }
        }
    }
}
