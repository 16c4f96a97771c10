package io.kintsugi.worker.verticle;

import io.kintsugi.core.config.TaskSettings;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks after the tasks of a worker from a thread of its own, which nothing that they do can hold up. Any thread may call. */
final class Watchdog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
    /** It looks so often within the shortest time that it has to see. */
    private static final int LOOKS = 4;
    /** Of what is longer between two looks, the rest is the fault of the process or of its machine. */
    private static final int PAUSE_MAX = 2;

    private final Set<Watched> tasks = ConcurrentHashMap.newKeySet();
    private final long pauseMs;
    private volatile boolean closed;

    /** Something that may get stuck. */
    interface Watched {
        /** Called by the watchdog's thread; must not wait for anything. */
        void look(long passedMs);
    }

    Watchdog(TaskSettings settings) {
        int shortestMs = Math.min(settings.detachMs(), Math.min(settings.stuckMs(), settings.stuckBlockingMs()));
        pauseMs = Math.max(1, shortestMs / LOOKS);
        Thread thread = new Thread(this::watch, "kintsugi-watchdog");
        thread.setDaemon(true);
        thread.setContextClassLoader(Watchdog.class.getClassLoader());
        thread.start();
    }

    void add(Watched task) {
        tasks.add(task);
    }

    void remove(Watched task) {
        tasks.remove(task);
    }

    @Override
    public void close() {
        closed = true;
    }

    private void watch() {
        long beforeNs = System.nanoTime();
        while (!closed) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMs));
            long nowNs = System.nanoTime();
            long passedMs = TimeUnit.NANOSECONDS.toMillis(nowNs - beforeNs);
            if (passedMs > 0) {
                beforeNs = nowNs;
                tasks.forEach(task -> look(task, Math.min(passedMs, PAUSE_MAX * pauseMs)));
            }
        }
    }

    private static void look(Watched task, long passedMs) {
        try {
            task.look(passedMs);
        } catch (RuntimeException e) { // The others are to be looked after all the same.
            LOG.error("the watchdog failed at a task", e);
        }
    }
}
