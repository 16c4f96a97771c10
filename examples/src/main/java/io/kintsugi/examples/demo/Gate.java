package io.kintsugi.examples.demo;

import java.util.concurrent.atomic.AtomicLong;

/** How far sources may read, and how far they have come. Stands outside the tasks. Safe for use by several threads. */
final class Gate {
    private final AtomicLong held;
    private final AtomicLong reached = new AtomicLong();

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

    void reach(long position) {
        reached.accumulateAndGet(position, Math::max);
    }
}
