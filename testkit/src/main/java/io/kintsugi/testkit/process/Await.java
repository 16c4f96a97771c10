package io.kintsugi.testkit.process;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Waits until something is so, by looking again and again. */
public final class Await {
    private static final int LOOK_MS = 100;

    private Await() {}

    /**
     * Returns false if it was not so within the limit. An exception means that it is not so yet; the last one is part of
     * nothing but the patience of who waits.
     */
    public static boolean within(Duration limit, Callable<Boolean> is) throws InterruptedException {
        long untilNs = System.nanoTime() + limit.toNanos();
        do {
            if (holds(is)) {
                return true;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        } while (System.nanoTime() < untilNs);
        return holds(is);
    }

    private static boolean holds(Callable<Boolean> is) throws InterruptedException {
        try {
            return is.call();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception notYet) {
            return false;
        }
    }
}
