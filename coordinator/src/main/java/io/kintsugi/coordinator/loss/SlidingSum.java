package io.kintsugi.coordinator.loss;

import java.util.TreeMap;

/** A sum over the last so many milliseconds, to a hundredth of them. */
final class SlidingSum {
    private static final int PARTS = 100;

    private final long windowMs;
    private final long partMs;
    private final TreeMap<Long, Long> parts = new TreeMap<>();

    SlidingSum(long windowMs) {
        this.windowMs = windowMs;
        this.partMs = Math.max(1, windowMs / PARTS);
    }

    /** @param amount may be below 0, to take back what was added at that time */
    void add(long amount, long atMs) {
        parts.merge(atMs / partMs, amount, Long::sum);
        parts.headMap(oldest(parts.lastKey() * partMs)).clear();
    }

    long at(long nowMs) {
        return parts.tailMap(oldest(nowMs)).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** When the oldest part that counts at {@code nowMs} does so no more; {@code nowMs} itself if none counts. */
    long nextFallMs(long nowMs) {
        Long first = parts.ceilingKey(oldest(nowMs));
        return first == null ? nowMs : Math.max(nowMs + 1, (first + 1) * partMs + windowMs);
    }

    private long oldest(long nowMs) {
        return (nowMs - windowMs) / partMs;
    }
}
