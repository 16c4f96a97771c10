package io.kintsugi.cluster.artifact;

import org.jspecify.annotations.Nullable;

/** The thread that runs one builder, so that it can be interrupted while it does and never after. */
final class BuilderThread {
    private @Nullable Thread inside;

    synchronized void enter() {
        inside = Thread.currentThread();
    }

    /** An interrupt that came meanwhile does not follow the thread to its next work. */
    synchronized void leave() {
        inside = null;
        Thread.interrupted();
    }

    /** Whether the builder had begun and had not ended. */
    synchronized boolean interrupt() {
        if (inside == null) {
            return false;
        }
        inside.interrupt();
        return true;
    }
}
