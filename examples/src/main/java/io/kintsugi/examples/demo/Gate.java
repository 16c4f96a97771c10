package io.kintsugi.examples.demo;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How far sources may read, how far they have come, and how many records that were. Stands outside the tasks. Safe for use by
 * several threads.
 */
final class Gate {
    private final AtomicLong held;
    private final AtomicLong reached = new AtomicLong();
    /** By subtask; who reads again what was read before adds nothing. */
    private final Map<Integer, Long> read = new ConcurrentSkipListMap<>();

    /** @param held position before which sources wait */
    Gate(long held) {
        this.held = new AtomicLong(held);
    }

    long held() {
        return held.get();
    }

    /** Highest position that a source has come to. */
    long reached() {
        return reached.get();
    }

    void hold(long position) {
        held.set(position);
    }

    /** @param records that the subtask has read from the first one to the position */
    void reach(int subtask, long position, long records) {
        reached.accumulateAndGet(position, Math::max);
        read.merge(subtask, records, Math::max);
    }

    /** Different records that all sources together have read. */
    long read() {
        return read.values().stream().mapToLong(Long::longValue).sum();
    }
}
