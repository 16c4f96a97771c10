package io.kintsugi.core.window;

/**
 * Windows that last as long as records of a key follow each other in less than a gap; each ends a gap after its last.
 *
 * @param gapMs at least 1
 */
public record SessionWindows(long gapMs) implements Windows {
    public SessionWindows {
        if (gapMs < 1) {
            throw new IllegalArgumentException("session windows: expected a gap of at least 1 ms, found " + gapMs);
        }
    }
}
