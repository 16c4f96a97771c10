package io.kintsugi.examples.flights;

/** A model and the flights it learns from, test-then-train: what a trainer of the job holds. Owned by one thread. */
public final class FlightLearner {

    private final int trainer;
    private final LogisticModel model;
    private final int[] slots = new int[FlightFeatures.COUNT];

    /**
     * @param trainer subtask number that its predictions carry, from 0
     * @param model of {@link FlightFeatures#SLOTS} slots; this learner trains it
     */
    public FlightLearner(int trainer, LogisticModel model) {
        int found = model.weights().length;
        if (found != FlightFeatures.SLOTS) {
            throw new IllegalArgumentException(
                    "flight learner: expected a model of " + FlightFeatures.SLOTS + " slots, found " + found);
        }
        this.trainer = trainer;
        this.model = model;
    }

    /** A learner that has seen nothing. */
    public static FlightLearner untrained(int trainer) {
        return new FlightLearner(trainer, LogisticModel.untrained(FlightFeatures.SLOTS));
    }

    /** Predicts, then learns the flight's label. Allocates the prediction only. */
    public Prediction learn(Flight flight) {
        FlightFeatures.write(flight, slots);
        double probability = model.learn(slots, flight.late());
        return new Prediction(flight.id(), trainer, flight.late(), probability, flight.timestampMs());
    }

    /** The model that is being trained. */
    public LogisticModel model() {
        return model;
    }
}
