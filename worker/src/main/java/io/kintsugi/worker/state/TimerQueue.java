package io.kintsugi.worker.state;

import io.kintsugi.core.function.Timer;
import io.kintsugi.worker.schema.RowCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Timers of one kind: for a key and a time at most one, due in order of time, then of setting. A set of timers for each
 * key group, and a binary heap of all; a removed timer leaves the heap when it comes to the top, or when the removed ones
 * are the majority.
 */
public final class TimerQueue implements KeyedPart {
    private static final int CAPACITY_MIN = 16;

    private final Timer.Kind timerKind;
    private final GroupRange range;
    private final KeyTable<Entry> entries;
    private final Entry probe = new Entry();
    private final List<Entry> restored = new ArrayList<>();
    private @Nullable Entry[] heap = new Entry[CAPACITY_MIN];
    private int heapSize;
    private long nextOrder;

    /** A timer; equal to another one for the same key and time. */
    public static final class Entry {
        private Object key = this;
        private long timestamp;
        private long order;
        private boolean removed;

        public Object key() {
            return key;
        }

        public long timestamp() {
            return timestamp;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Entry entry && entry.timestamp == timestamp && entry.key.equals(key);
        }

        @Override
        public int hashCode() {
            return key.hashCode() * 31 + Long.hashCode(timestamp);
        }

        private boolean before(Entry other) {
            return timestamp != other.timestamp ? timestamp < other.timestamp : order < other.order;
        }
    }

    TimerQueue(Timer.Kind kind, GroupRange range, CopyOnWrite sharing) {
        this.timerKind = kind;
        this.range = range;
        this.entries = new KeyTable<>(sharing, null);
    }

    /** Timers that are set. */
    public int size() {
        return entries.size();
    }

    /** Sets a timer, unless it is set. */
    public void add(Object key, long timestamp) {
        if (entries.find(probe(key, timestamp))) {
            return;
        }
        range.requireOwned(key);
        Entry entry = new Entry();
        entry.key = key;
        entry.timestamp = timestamp;
        entry.order = nextOrder++;
        entries.insert(entry, entry);
        if (heapSize == heap.length) {
            heap = Arrays.copyOf(heap, heapSize * 2);
        }
        rise(entry, heapSize++);
    }

    /** Removes a timer, if it is set. */
    public void remove(Object key, long timestamp) {
        if (entries.find(probe(key, timestamp))) {
            entries.peek().removed = true;
            entries.remove();
            if (heapSize > CAPACITY_MIN && size() * 2 < heapSize) {
                rebuild();
            }
        }
    }

    /** Removes all timers. */
    public void clear() {
        if (heapSize > 0) {
            Arrays.fill(heap, 0, heapSize, null);
            heapSize = 0;
            entries.clear();
        }
    }

    /** Whether a timer is set for {@code time} or before. */
    public boolean due(long time) {
        Entry top = top();
        return top != null && top.timestamp <= time;
    }

    /** Number that the next timer gets: {@link #pollDue(long, long)} with it takes only those that are set now. */
    public long nextOrder() {
        return nextOrder;
    }

    /** Takes the first timer, if it is due at {@code time}; else null. */
    public @Nullable Entry pollDue(long time) {
        Entry top = top();
        if (top == null || top.timestamp > time) {
            return null;
        }
        removeTop();
        if (entries.find(top)) {
            entries.remove();
        }
        return top;
    }

    /** As the other, but passes over timers that were set as number {@code before} or later, and forgets them. */
    public @Nullable Entry pollDue(long time, long before) {
        Entry entry = pollDue(time);
        while (entry != null && entry.order >= before) {
            entry = pollDue(time);
        }
        return entry;
    }

    @Override
    public String name() {
        return "timers:" + timerKind.name();
    }

    @Override
    public Section.Kind kind() {
        return Section.Kind.TIMERS;
    }

    @Override
    public List<RowCodec.Column> columns(KeyedCodecs codecs) {
        return List.of(codecs.key(), codecs.column("timestamp", long.class), codecs.column("order", long.class));
    }

    @Override
    public Rows freeze() {
        KeyTable.Entries<Entry> frozen = entries.freeze();
        return visitor -> frozen.forEach(
                (same, entry, stamp) -> visitor.visit(entry.key, entry.key, entry.timestamp, entry.order));
    }

    @Override
    public void restore(Row row) {
        Entry entry = new Entry();
        entry.key = row.key();
        entry.timestamp = row.number(1);
        entry.order = row.number(2);
        restored.add(entry);
    }

    /** Sets the timers in the order in which they were set, so that they come due in it. */
    @Override
    public void restored() {
        restored.sort(Comparator.comparingLong(entry -> entry.order));
        restored.forEach(entry -> add(entry.key, entry.timestamp));
        restored.clear();
    }

    private Entry probe(Object key, long timestamp) {
        probe.key = key;
        probe.timestamp = timestamp;
        return probe;
    }

    private @Nullable Entry top() {
        Entry top = heap[0];
        while (heapSize > 0 && top != null && top.removed) {
            removeTop();
            top = heap[0];
        }
        return top;
    }

    private void removeTop() {
        Entry last = heap[--heapSize];
        heap[heapSize] = null;
        if (heapSize > 0 && last != null) {
            sink(last, 0);
        }
    }

    private void rebuild() {
        @Nullable Entry[] old = heap;
        int oldSize = heapSize;
        heap = new Entry[Math.max(CAPACITY_MIN, size() * 2)];
        heapSize = 0;
        for (int i = 0; i < oldSize; i++) {
            Entry entry = old[i];
            if (entry != null && !entry.removed) {
                rise(entry, heapSize++);
            }
        }
    }

    private void rise(Entry entry, int from) {
        int at = from;
        while (at > 0) {
            Entry parent = heap[(at - 1) / 2];
            if (parent == null || !entry.before(parent)) {
                break;
            }
            heap[at] = parent;
            at = (at - 1) / 2;
        }
        heap[at] = entry;
    }

    private void sink(Entry entry, int from) {
        int at = from;
        while (2 * at + 1 < heapSize) {
            int child = 2 * at + 1;
            Entry left = heap[child];
            Entry right = child + 1 < heapSize ? heap[child + 1] : null;
            if (left != null && right != null && right.before(left)) {
                child++;
            }
            Entry smaller = heap[child];
            if (smaller == null || !smaller.before(entry)) {
                break;
            }
            heap[at] = smaller;
            at = child;
        }
        heap[at] = entry;
    }
}
