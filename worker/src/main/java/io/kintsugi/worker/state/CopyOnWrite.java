package io.kintsugi.worker.state;

import java.util.ArrayList;
import java.util.List;

/**
 * Tells the tables of a step what a capture still reads, so that they copy it before they change it.
 *
 * <p>Everything that may be shared bears the generation in which it was made or copied last. Each capture begins a new
 * generation and reads what is older; it never reads what is of its own generation or younger. Used by the task's thread,
 * except for the end of a capture.
 */
final class CopyOnWrite {
    private final List<Lease> leases = new ArrayList<>();
    private int generation;

    /** A capture that reads what is older than its generation, until it is released. */
    static final class Lease {
        private final int generation;
        private volatile boolean released;

        private Lease(int generation) {
            this.generation = generation;
        }

        /** Any thread; what it has read before is not changed before. */
        void release() {
            released = true;
        }

        boolean released() {
            return released;
        }
    }

    int generation() {
        return generation;
    }

    /** Begins a generation: all that exists now belongs to the capture. */
    Lease capture() {
        leases.removeIf(Lease::released);
        Lease lease = new Lease(++generation);
        leases.add(lease);
        return lease;
    }

    /** Whether a capture reads what is of generation {@code made}, and has not read it to its end. */
    boolean shared(int made, ReadMark mark) {
        leases.removeIf(Lease::released);
        for (Lease lease : leases) {
            if (lease.generation > made && !isThrough(lease, mark)) {
                return true;
            }
        }
        return false;
    }

    /** Whether {@code capture} is the only one that goes on. */
    boolean alone(int capture) {
        leases.removeIf(Lease::released);
        return leases.size() == 1 && leases.get(0).generation == capture;
    }

    /** Whether no capture reads anything of what bears {@code mark}. */
    boolean free(ReadMark mark) {
        leases.removeIf(Lease::released);
        return leases.isEmpty() || isThrough(leases.get(0), mark);
    }

    /** A mark tells of one capture: where several go on at once, none counts as through. */
    private boolean isThrough(Lease lease, ReadMark mark) {
        return leases.size() == 1 && mark.isThrough(lease.generation);
    }
}
