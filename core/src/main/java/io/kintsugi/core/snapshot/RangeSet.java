package io.kintsugi.core.snapshot;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Whole numbers as disjoint ranges. Not for several threads. */
public final class RangeSet {
    /** First to last, inclusive; no two touch. */
    private final NavigableMap<Long, Long> ranges = new TreeMap<>();

    /** Adds {@code from} to {@code to}, inclusive. */
    public void add(long from, long to) {
        if (to < from) {
            return;
        }
        long first = from;
        long last = to;
        Map.Entry<Long, Long> before = ranges.floorEntry(from);
        if (before != null && before.getValue() >= from - 1) {
            first = before.getKey();
            last = Math.max(last, before.getValue());
        }
        NavigableMap<Long, Long> covered = ranges.subMap(first, true, last + 1, true);
        if (!covered.isEmpty()) {
            last = Math.max(last, covered.lastEntry().getValue());
            covered.clear();
        }
        ranges.put(first, last);
    }

    /** Takes {@code from} to {@code to} out, inclusive; returns what of them was there. */
    public RangeSet cut(long from, long to) {
        RangeSet removed = new RangeSet();
        if (to < from) {
            return removed;
        }
        Map.Entry<Long, Long> at = ranges.floorEntry(to);
        while (at != null && at.getValue() >= from) {
            ranges.remove(at.getKey());
            add(at.getKey(), from - 1);
            add(to + 1, at.getValue());
            removed.add(Math.max(from, at.getKey()), Math.min(to, at.getValue()));
            at = ranges.lowerEntry(Math.max(from, at.getKey()));
        }
        return removed;
    }

    /** Told the first and the last number of a range. */
    public interface Visitor {
        void visit(long from, long to);
    }

    /** Visits the ranges in their order. */
    public void forEach(Visitor visitor) {
        new TreeMap<>(ranges).forEach(visitor::visit);
    }

    /** How many numbers it holds from {@code from} to {@code to}, inclusive. */
    public long overlap(long from, long to) {
        return ranges.headMap(to, true).entrySet().stream()
                .mapToLong(range -> Math.max(0, Math.min(to, range.getValue()) - Math.max(from, range.getKey()) + 1))
                .sum();
    }

    /** How many numbers it holds. */
    public long size() {
        return ranges.entrySet().stream()
                .mapToLong(range -> range.getValue() - range.getKey() + 1)
                .sum();
    }
}
