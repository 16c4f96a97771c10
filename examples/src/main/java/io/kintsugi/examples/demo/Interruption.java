package io.kintsugi.examples.demo;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C and SIGTERM into a wish that the command sees, and holds the JVM until the command has cleaned up, but no
 * longer than {@link #CLEAN_UP_MAX}.
 */
final class Interruption implements AutoCloseable {
    private static final Duration CLEAN_UP_MAX = Duration.ofSeconds(20);

    private final CountDownLatch wish = new CountDownLatch(1);
    private final CountDownLatch cleanedUp = new CountDownLatch(1);
    private final Thread hook = new Thread(this::waitForCleanUp, "kintsugi-demo-stop");

    static Interruption watch() {
        Interruption interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    /** Waits, at most for so long; true once there is the wish to stop. */
    boolean wished(Duration wait) throws InterruptedException {
        return wish.await(wait.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** The command has cleaned up and printed what it had to. */
    @Override
    public void close() {
        cleanedUp.countDown();
        if (wish.getCount() > 0) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                return; // The JVM is going down at this very moment: the hook finds nothing to wait for.
            }
        }
    }

    private void waitForCleanUp() {
        wish.countDown();
        try {
            if (!cleanedUp.await(CLEAN_UP_MAX.toNanos(), TimeUnit.NANOSECONDS)) {
                System.err.println("kintsugi demo: not stopped within " + CLEAN_UP_MAX.toSeconds() + " s, giving up");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
