package io.kintsugi.coordinator.schedule;

import io.kintsugi.core.model.Words;
import java.util.List;

/** What came out of placing a job. */
public sealed interface PlacementResult {
    record Placed(Placement placement) implements PlacementResult {}

    /**
     * Nothing was placed.
     *
     * @param purpose what the slots are needed for, in words
     */
    record NotEnoughSlots(String purpose, int needed, int free, List<SlotOffer> offers) implements PlacementResult {
        /** For people. */
        public String message() {
            return ("%s %s needed, %s, and %d %s free (%s); stop a job, add a worker"
                            + " or slots, or lower the parallelism")
                    .formatted(
                            Words.count(needed, "slot"),
                            Words.verb(needed, "is", "are"),
                            purpose,
                            free,
                            Words.verb(free, "is", "are"),
                            offers.isEmpty() ? "there is no worker" : "free/all: " + offers);
        }
    }
}
