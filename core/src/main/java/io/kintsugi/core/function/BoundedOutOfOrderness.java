package io.kintsugi.core.function;

/** The highest timestamp so far, less what records may be late. */
final class BoundedOutOfOrderness<T> implements WatermarkGenerator<T> {
    private final long boundMs;
    private long highest = Long.MIN_VALUE;

    BoundedOutOfOrderness(long boundMs) {
        this.boundMs = boundMs;
    }

    @Override
    public void onRecord(T value, long timestamp) {
        highest = Math.max(highest, timestamp);
    }

    @Override
    public long watermark() {
        return highest < Long.MIN_VALUE + boundMs ? Long.MIN_VALUE : highest - boundMs;
    }
}
