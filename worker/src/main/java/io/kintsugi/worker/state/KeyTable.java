package io.kintsugi.worker.state;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A hash table that a capture can read while it is changed, and that never takes long: it consists of small segments, which
 * are copied before the first change after a capture, and split when they are full. Where the capture takes them, entries
 * are saved for it instead before they are changed, one by one, as long as the segment has the same keys.
 *
 * <p>A search leaves a cursor at what it found, so that reading and writing it needs no second search. The cursor is good
 * until the next search; after a removal it stands nowhere.
 *
 * <p>Algorithm: Fagin et al. 1979, "Extendible Hashing". The directory goes by the leading bits of the hash; neighbours in
 * it may be the same segment.
 *
 * @param <V> values; never null
 */
final class KeyTable<V> {
    private static final int CAPACITY_MIN = 8;
    /** Small enough to be copied within microseconds. */
    private static final int CAPACITY_MAX = 1024;
    /** Directory entries a segment may have on average, before a segment with equal hashes grows instead of being split. */
    private static final int SPREAD_MAX = 16;

    private static final int DEPTH_MAX = 24;
    private static final int NO_CAPTURE = -1;

    private final CopyOnWrite sharing;
    private final @Nullable UnaryOperator<V> copier;
    private Segment[] directory;
    private int depth;
    private int segments = 1;
    private int size;
    private Segment segment;
    private int at;
    private int sweptSegment;
    private int sweptPlace;
    private @Nullable Saver<V> saver;
    private int saverCapture;

    /** @param copier of values that can be changed in place: who reads one may change it; null for values that cannot */
    KeyTable(CopyOnWrite sharing, @Nullable UnaryOperator<V> copier) {
        this.sharing = sharing;
        this.copier = copier;
        this.segment = new Segment(CAPACITY_MIN, 0, 0, sharing.generation());
        this.directory = new Segment[] {segment};
    }

    private KeyTable(KeyTable<V> from) {
        sharing = from.sharing;
        copier = from.copier;
        directory = from.directory.clone();
        depth = from.depth;
        segments = from.segments;
        size = from.size;
        segment = directory[0];
    }

    /** All 64 bits depend on all of the key's hash code. Algorithm: Fibonacci hashing (Knuth 3, 6.4). */
    static long hash(Object key) {
        return key.hashCode() * 0x9e3779b97f4a7c15L;
    }

    int size() {
        return size;
    }

    /** Moves the cursor to {@code key}; false if it is not there. */
    boolean find(Object key) {
        long hash = hash(key);
        segment = directory[index(hash)];
        at = segment.probe(key, hash);
        return segment.slots[at] != null;
    }

    private int index(long hash) {
        return (int) (hash >>> 1 >>> (63 - depth));
    }

    /** The value at the cursor. It may be changed in place only if the table has a copier. */
    V value() {
        if (copier != null && (segment.generation != sharing.generation() || !segment.owns(at)) && !save()) {
            ownValue(copier);
        }
        return peek(segment, at);
    }

    /** The value at the cursor, only to be looked at. */
    V peek() {
        return peek(segment, at);
    }

    @SuppressWarnings({"unchecked", "NullAway", "TypeParameterUnusedInFormals"}) // Only V's are put, behind each key.
    private static <V> V peek(Segment segment, int at) {
        return (V) segment.slots[at + 1];
    }

    private void ownValue(UnaryOperator<V> copy) {
        ownSegment();
        if (!segment.owns(at)) {
            if (!sharing.free(segment.origin)) {
                segment.slots[at + 1] = copy.apply(peek(segment, at));
            }
            segment.own(at, true);
        }
    }

    /** Writes at the cursor. */
    void value(V value) {
        if (segment.generation != sharing.generation() && !save()) {
            ownSegment();
        }
        segment.slots[at + 1] = value;
        segment.own(at, true);
    }

    /** When the entry at the cursor was used last, as {@link #stamp(long)} says; 0 where that was never said. */
    long stamp() {
        return segment.stamp(at);
    }

    void stamp(long time) {
        if (segment.generation != sharing.generation() && !save()) {
            ownSegment();
        }
        segment.stamp(at, time);
    }

    /** Adds {@code key}, which was just searched and is not there. The cursor is at the new entry. */
    void insert(Object key, V value) {
        ownSegment();
        if (segment.full()) {
            makeRoom(key);
        }
        segment.put(at, key, value, true);
        size++;
    }

    /** Removes what is at the cursor. */
    void remove() {
        ownSegment();
        segment.remove(at);
        size--;
    }

    /**
     * Saves the entry at the cursor for the capture that may still need it; then it can be changed where it is. False if the
     * segment has to be made one's own instead.
     */
    private boolean save() {
        Saver<V> to = saver;
        Object key = segment.slots[at];
        ReadMark mark = segment.mark;
        if (to == null
                || key == null
                || segment.generation >= saverCapture
                || mark.isThrough(saverCapture)
                || !sharing.alone(saverCapture)) {
            return false;
        }
        synchronized (mark) {
            if (mark.toSave(saverCapture, at >> 1)) {
                to.save(key, peek(segment, at), segment.stamp(at));
            }
        }
        return true;
    }

    /** Makes the segment at the cursor one that no capture reads. */
    private void ownSegment() {
        int now = sharing.generation();
        if (segment.generation == now) {
            return;
        }
        if (sharing.shared(segment.generation, segment.mark)) {
            Segment copy = segment.copy(now, copier != null);
            place(copy);
            segment = copy;
        } else {
            segment.generation = now;
            if (sharing.free(segment.mark)) {
                segment.own = null;
            }
        }
    }

    private void makeRoom(Object key) {
        while (segment.full()) {
            int capacity = segment.slots.length / 2;
            if (capacity < CAPACITY_MAX || !maySplit()) {
                Segment larger = new Segment(capacity * 2, segment.depth, segment.prefix, sharing.generation());
                larger.take(segment);
                place(larger);
            } else {
                split();
            }
            find(key);
        }
    }

    private boolean maySplit() {
        return segment.depth < depth || (depth < DEPTH_MAX && directory.length < SPREAD_MAX * segments);
    }

    private void split() {
        if (segment.depth == depth) {
            Segment[] doubled = new Segment[directory.length * 2];
            for (int i = 0; i < doubled.length; i++) {
                doubled[i] = directory[i >> 1];
            }
            directory = doubled;
            depth++;
        }
        for (int bit = 0; bit <= 1; bit++) {
            Segment half = new Segment(
                    segment.slots.length / 2, segment.depth + 1, segment.prefix * 2 + bit, sharing.generation());
            half.take(segment);
            place(half);
        }
        segments++;
    }

    /** Puts a segment where its prefix belongs. */
    private void place(Segment placed) {
        int first = placed.prefix << (depth - placed.depth);
        Arrays.fill(directory, first, first + (1 << (depth - placed.depth)), placed);
    }

    /**
     * Removes entries that were stamped at {@code latest} or before. Goes on where it stopped the last time, round and round;
     * the cursor stands nowhere then.
     *
     * @param places how many to look at, each an entry or a free place
     */
    void sweep(int places, long latest) {
        for (int left = places; left > 0; left--) {
            sweptSegment &= directory.length - 1;
            segment = directory[sweptSegment];
            if (sweptPlace >= segment.slots.length) {
                sweptPlace = 0;
                sweptSegment = (segment.prefix + 1) << (depth - segment.depth);
            } else if (segment.slots[sweptPlace] != null && segment.stamp(sweptPlace) <= latest) {
                at = sweptPlace; // Another entry may move here: look again.
                remove();
            } else {
                sweptPlace += 2;
            }
        }
    }

    /** Removes all entries. */
    void clear() {
        if (size > 0) {
            segment = new Segment(CAPACITY_MIN, 0, 0, sharing.generation());
            directory = new Segment[] {segment};
            depth = 0;
            segments = 1;
            size = 0;
            sweptSegment = 0;
            sweptPlace = 0;
        }
    }

    /** An equal table, whose entries are copied when one of the two changes. Costs a copy of the directory. */
    KeyTable<V> copy() {
        return new KeyTable<>(this);
    }

    /** For the capture that has just begun: shows all entries, each time once. */
    Entries<V> freeze() {
        KeyTable<V> frozen = copy();
        int capture = sharing.generation();
        saver = null;
        return visitor -> frozen.forEachPlace((segment, place) -> show(segment, place, visitor), capture);
    }

    /**
     * For the capture that has just begun: shows, once, all entries that were not given to {@code taker}.
     *
     * @param taker used by the task's thread, until the capture has read everything else or is released
     */
    Entries<V> freeze(Saver<V> taker) {
        int capture = sharing.generation();
        if (!sharing.alone(capture)) {
            return freeze();
        }
        KeyTable<V> frozen = copy();
        saver = taker;
        saverCapture = capture;
        return visitor -> frozen.forEachPlace(
                (segment, place) -> {
                    synchronized (segment.mark) {
                        if (segment.mark.toRead(capture, place >> 1)) {
                            show(segment, place, visitor);
                        }
                    }
                    visitor.rest();
                },
                capture);
    }

    /** What a capture reads, on its own thread. */
    interface Entries<V> {
        void forEach(EntryVisitor<V> visitor) throws IOException;
    }

    interface EntryVisitor<V> {
        /** The task may be waiting for this to end. */
        void visit(Object key, V value, long stamp) throws IOException;

        /** Called between entries where the task may be waiting: the moment for what may take long. */
        default void rest() throws IOException {}
    }

    /** Takes an entry that is about to be changed. */
    interface Saver<V> {
        void save(Object key, V value, long stamp);
    }

    /** Shows all entries, only to be looked at; nothing may change meanwhile. */
    void forEach(EntryVisitor<V> visitor) throws IOException {
        forEachPlace((segment, place) -> show(segment, place, visitor), NO_CAPTURE);
    }

    private interface PlaceVisitor {
        void visit(Segment segment, int place) throws IOException;
    }

    /** @param capture that is through with a segment when all its entries were shown */
    private void forEachPlace(PlaceVisitor visitor, int capture) throws IOException {
        for (int i = 0; i < directory.length; i += 1 << (depth - directory[i].depth)) {
            Segment each = directory[i];
            for (int place = 0; place < each.slots.length; place += 2) {
                if (each.slots[place] != null) {
                    visitor.visit(each, place);
                }
            }
            if (capture != NO_CAPTURE) {
                each.mark.set(capture);
            }
        }
    }

    private static <V> void show(Segment segment, int place, EntryVisitor<V> visitor) throws IOException {
        Object key = segment.slots[place];
        if (key != null) {
            visitor.visit(key, peek(segment, place), segment.stamp(place));
        }
    }
}
