package io.kintsugi.worker.task;

import java.util.Arrays;

/** The watermark of a task: the lowest of its inputs', never falling. An input at its end holds nobody back. */
final class InputWatermarks {
    private final long[] watermarks;
    private long current = Long.MIN_VALUE;

    InputWatermarks(int inputs) {
        watermarks = new long[inputs];
        Arrays.fill(watermarks, Long.MIN_VALUE);
    }

    long current() {
        return current;
    }

    /** True when the task's watermark rose. */
    boolean advance(int input, long timestamp) {
        watermarks[input] = Math.max(watermarks[input], timestamp);
        return rise();
    }

    /** True when the task's watermark rose because {@code input} no longer counts. */
    boolean end(int input) {
        watermarks[input] = Long.MAX_VALUE;
        return rise();
    }

    private boolean rise() {
        long lowest = Long.MAX_VALUE;
        for (long watermark : watermarks) {
            lowest = Math.min(lowest, watermark);
        }
        if (lowest == Long.MAX_VALUE || lowest <= current) {
            return false;
        }
        current = lowest;
        return true;
    }
}
