package io.kintsugi.testkit.simulation;

import java.util.Comparator;
import java.util.PriorityQueue;

/** What is going to happen, by virtual time; at the same moment in the order in which it was planned. */
final class Agenda {
    private static final long NS_PER_MS = 1_000_000;

    private final PriorityQueue<Entry> entries =
            new PriorityQueue<>(Comparator.comparingLong(Entry::atNs).thenComparingLong(Entry::order));
    private long nowNs;
    private long planned;

    private record Entry(long atNs, long order, Runnable action) {}

    void in(long delayNs, Runnable action) {
        entries.add(new Entry(nowNs + Math.max(0, delayNs), planned++, action));
    }

    void inMs(long delayMs, Runnable action) {
        in(delayMs * NS_PER_MS, action);
    }

    /** Moves the clock to what comes next and does it; false when nothing is planned. */
    boolean next() {
        Entry entry = entries.poll();
        if (entry == null) {
            return false;
        }
        nowNs = entry.atNs();
        entry.action().run();
        return true;
    }

    long nowNs() {
        return nowNs;
    }

    long nowMs() {
        return nowNs / NS_PER_MS;
    }
}
