package io.kintsugi.coordinator.schedule;

import io.kintsugi.core.model.NodeId;

/**
 * What a worker has to give.
 *
 * @param free slots that no live job holds, from 0 to {@code slots}
 */
public record SlotOffer(NodeId worker, int slots, int free) {
    /** What is left when a job has taken so many. */
    public SlotOffer less(int taken) {
        return new SlotOffer(worker, slots, Math.max(0, free - taken));
    }

    @Override
    public String toString() {
        return worker.name() + " " + free + "/" + slots;
    }
}
