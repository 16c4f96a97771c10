package io.kintsugi.bench.recovery;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the trainers of one trial have done, in every millisecond of it. Stands outside of the tasks and outlives them; found
 * through a static field, since engines may ship their functions as bytes. One trial at a time in a JVM.
 */
public final class TrainerLog {
    private static final int LENGTH_MS_MAX = 180_000;
    private static final int NS_PER_MS = 1_000_000;
    private static final int NEVER = -1;

    private static volatile TrainerLog current = new TrainerLog(new Trial(0, 0));

    private final Trial trial;
    /** Records by trainer, then by millisecond since the first record of all. Each is written by one thread at a time. */
    private final AtomicIntegerArray[] records = new AtomicIntegerArray[Trial.TRAINERS];

    private final AtomicLong firstNs = new AtomicLong();
    private final AtomicLong sourcesStartNs = new AtomicLong();
    private final AtomicBoolean thrown = new AtomicBoolean();
    private volatile int thrownMs = NEVER;

    private TrainerLog(Trial trial) {
        this.trial = trial;
        for (int i = 0; i < records.length; i++) {
            records[i] = new AtomicIntegerArray(LENGTH_MS_MAX);
        }
    }

    public static TrainerLog begin(Trial trial) {
        TrainerLog log = new TrainerLog(trial);
        current = log;
        return log;
    }

    public static TrainerLog current() {
        return current;
    }

    Trial trial() {
        return trial;
    }

    /** When the pace of all sources began; it goes on over restarts. */
    long sourcesStartNs() {
        long now = System.nanoTime();
        return sourcesStartNs.compareAndSet(0, now) ? now : sourcesStartNs.get();
    }

    /** A trainer takes a record; true when it has to fail instead. */
    boolean take(int trainer, long nowNs) {
        long first = firstNs.compareAndSet(0, nowNs) ? nowNs : firstNs.get();
        int atMs = (int) ((nowNs - first) / NS_PER_MS);
        if (trainer == Trial.VICTIM && atMs >= trial.failAtMs() && thrown.compareAndSet(false, true)) {
            thrownMs = atMs;
            return true;
        }
        AtomicIntegerArray mine = records[trainer];
        if (atMs >= 0 && atMs < LENGTH_MS_MAX) {
            mine.setRelease(atMs, mine.getPlain(atMs) + 1);
        }
        return false;
    }

    /** @throws IllegalStateException if nobody failed, or the trainer that did has not come back */
    public Outage outage() {
        int failed = thrownMs;
        if (failed == NEVER) {
            throw new IllegalStateException("no trainer failed: the job ended too early");
        }
        int back = next(Trial.VICTIM, failed + 1);
        if (back == NEVER) {
            throw new IllegalStateException("trainer " + Trial.VICTIM + " failed and never took a record again");
        }
        int window = Trial.WINDOW_MS;
        int outageEnd = Math.max(failed + window, back + 1);
        int baseline = 0;
        int gap = 0;
        long before = 0;
        long after = 0;
        for (int trainer = 0; trainer < Trial.TRAINERS; trainer++) {
            if (trainer != Trial.VICTIM) {
                baseline = Math.max(baseline, longestGap(trainer, failed - window, failed));
                gap = Math.max(gap, longestGap(trainer, failed, outageEnd));
                before += sum(trainer, failed - window, failed);
                after += sum(trainer, failed, failed + window);
            }
        }
        return new Outage(back - failed, baseline, gap, (double) after / before);
    }

    /** Milliseconds between two with records, from the last one before {@code from} to the first one from {@code to} on. */
    private int longestGap(int trainer, int from, int to) {
        int last = from - 1;
        while (last > 0 && records[trainer].get(last) == 0) {
            last--;
        }
        int longest = 0;
        while (last < to) {
            int next = next(trainer, last + 1);
            int end = next == NEVER ? to : next;
            longest = Math.max(longest, end - last - 1);
            last = end;
        }
        return longest;
    }

    private int next(int trainer, int from) {
        for (int ms = from; ms < LENGTH_MS_MAX; ms++) {
            if (records[trainer].get(ms) > 0) {
                return ms;
            }
        }
        return NEVER;
    }

    private long sum(int trainer, int from, int to) {
        long sum = 0;
        for (int ms = from; ms < to; ms++) {
            sum += records[trainer].get(ms);
        }
        return sum;
    }
}
