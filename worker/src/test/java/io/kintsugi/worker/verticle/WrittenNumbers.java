package io.kintsugi.worker.verticle;

import java.util.BitSet;

/** Which numbers from 0 on have been written: one bit for each, since an endless source writes many millions. Any thread. */
final class WrittenNumbers {
    private final BitSet numbers = new BitSet();

    synchronized void add(long number) {
        numbers.set(Math.toIntExact(number));
    }

    synchronized boolean contains(long number) {
        return numbers.get(Math.toIntExact(number));
    }

    synchronized int count() {
        return numbers.cardinality();
    }
}
