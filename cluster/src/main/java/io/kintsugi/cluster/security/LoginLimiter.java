package io.kintsugi.cluster.security;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts tries by key within a window that begins with the first of them. A try counts before its outcome is known, so that
 * many at once gain nothing; one that was right is given back. For use by one thread.
 */
final class LoginLimiter {
    private final int triesMax;
    private final long windowMs;
    private final int keysMax;

    /** Oldest window first. */
    private final Map<String, Window> windows = new LinkedHashMap<>();

    private static final class Window {
        private final long startMs;
        private int tries;

        Window(long startMs) {
            this.startMs = startMs;
        }
    }

    /** @param keysMax of more keys the one with the oldest window is forgotten */
    LoginLimiter(int triesMax, long windowMs, int keysMax) {
        this.triesMax = triesMax;
        this.windowMs = windowMs;
        this.keysMax = keysMax;
    }

    /** How long this key has to wait; 0: it may try now. */
    long waitMs(String key, long nowMs) {
        Window window = windows.get(key);
        if (window == null || window.tries < triesMax) {
            return 0;
        }
        return Math.max(0, window.startMs + windowMs - nowMs);
    }

    void tried(String key, long nowMs) {
        Window window = windows.get(key);
        if (window == null || nowMs - window.startMs >= windowMs) {
            windows.remove(key);
            if (windows.size() >= keysMax) {
                windows.remove(windows.keySet().iterator().next());
            }
            window = new Window(nowMs);
            windows.put(key, window);
        }
        window.tries++;
    }

    void giveBack(String key) {
        Window window = windows.get(key);
        if (window != null && window.tries > 0) {
            window.tries--;
        }
    }

    int keys() {
        return windows.size();
    }
}
