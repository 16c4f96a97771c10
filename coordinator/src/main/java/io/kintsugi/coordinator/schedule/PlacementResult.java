package io.kintsugi.coordinator.schedule;

import java.util.List;

/** What came out of placing a job. */
public sealed interface PlacementResult {
    record Placed(Placement placement) implements PlacementResult {}

    /**
     * Nothing was placed.
     *
     * @param widest name of the chain that needs the slots
     */
    record NotEnoughSlots(String widest, int needed, int free, List<SlotOffer> offers) implements PlacementResult {
        /** For people. */
        public String message() {
            return ("%d slots are needed, one for each subtask of '%s', and %d are free (%s); stop a job, add a worker"
                            + " or slots, or lower the parallelism")
                    .formatted(needed, widest, free, offers.isEmpty() ? "there is no worker" : "free/all: " + offers);
        }
    }
}
