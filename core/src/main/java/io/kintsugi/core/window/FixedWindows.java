package io.kintsugi.core.window;

/**
 * Windows of one length that begin at regular times: tumbling where {@code slideMs} is {@code sizeMs}, else sliding.
 *
 * @param sizeMs not less than {@code slideMs}
 * @param offsetMs when the first window of 1970 begins, from 0 to {@code slideMs} - 1
 */
public record FixedWindows(long sizeMs, long slideMs, long offsetMs) implements TimeWindows {
    public FixedWindows {
        if (slideMs < 1 || sizeMs < slideMs || offsetMs < 0 || offsetMs >= slideMs) {
            throw new IllegalArgumentException(("windows: expected 1 ms <= slide <= size and 0 <= offset < slide,"
                            + " found a size of %d ms, a slide of %d ms and an offset of %d ms")
                    .formatted(sizeMs, slideMs, offsetMs));
        }
    }

    @Override
    public long paneStart(long timestamp) {
        return floor(timestamp, paneMs());
    }

    @Override
    public long paneEnd(long paneStart) {
        return paneStart + paneMs();
    }

    @Override
    public long firstWindowEnd(long paneStart) {
        return floor(paneStart - sizeMs, slideMs) + slideMs + sizeMs;
    }

    @Override
    public long lastWindowEnd(long paneStart) {
        return floor(paneStart, slideMs) + sizeMs;
    }

    @Override
    public long nextWindowEnd(long windowEnd) {
        return windowEnd + slideMs;
    }

    @Override
    public long windowStart(long windowEnd) {
        return windowEnd - sizeMs;
    }

    @Override
    public boolean isWindowEnd(long time) {
        return Math.floorMod(time - sizeMs - offsetMs, slideMs) == 0;
    }

    private long floor(long time, long step) {
        return time - Math.floorMod(time - offsetMs, step);
    }

    /** The longest time that divides both. */
    private long paneMs() {
        long a = sizeMs;
        long b = slideMs;
        while (b != 0) {
            long rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }
}
