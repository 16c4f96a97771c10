package io.kintsugi.worker.task;

import io.kintsugi.core.snapshot.LossRange;
import java.util.ArrayDeque;
import java.util.List;

/** What a task has lost on its inputs, also in earlier attempts: stored with its state. Bounded, the oldest go first. */
final class LossHistory {
    /** The leader keeps the sum of all; this is for one that comes after it. */
    static final int RANGES_MAX = 256;

    private final ArrayDeque<LossRange> ranges = new ArrayDeque<>();

    void addAll(List<LossRange> more) {
        for (LossRange range : more) {
            ranges.removeIf(known -> known.basis() == range.basis() && known.isPartOf(range));
            if (ranges.size() == RANGES_MAX) {
                ranges.removeFirst();
            }
            ranges.add(range);
        }
    }

    List<LossRange> all() {
        return List.copyOf(ranges);
    }
}
