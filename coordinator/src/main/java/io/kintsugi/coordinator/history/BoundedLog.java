package io.kintsugi.coordinator.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * Numbered entries, of which the oldest is forgotten when there are too many. Not for several threads.
 *
 * @param <T> knows its own number
 */
final class BoundedLog<T> {
    private final int entriesMax;
    private final ToLongFunction<T> seq;
    private final Deque<T> entries = new ArrayDeque<>();
    private long newest;

    BoundedLog(int entriesMax, ToLongFunction<T> seq) {
        this.entriesMax = entriesMax;
        this.seq = seq;
    }

    /** @param entry makes the entry out of its number */
    T add(LongFunction<T> entry) {
        T added = entry.apply(++newest);
        entries.addLast(added);
        if (entries.size() > entriesMax) {
            entries.removeFirst();
        }
        return added;
    }

    /**
     * Newest first.
     *
     * @param after only entries with higher numbers
     * @param before only entries with lower numbers
     */
    List<T> between(long after, long before, int limit) {
        List<T> page = new ArrayList<>();
        Iterator<T> newestFirst = entries.descendingIterator();
        while (newestFirst.hasNext() && page.size() < limit) {
            T entry = newestFirst.next();
            if (seq.applyAsLong(entry) <= after) {
                break;
            }
            if (seq.applyAsLong(entry) < before) {
                page.add(entry);
            }
        }
        return page;
    }
}
