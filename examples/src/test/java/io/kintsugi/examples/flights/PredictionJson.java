package io.kintsugi.examples.flights;

import io.vertx.core.json.JsonObject;

/** Reads a line of the job's output. */
final class PredictionJson {
    private PredictionJson() {}

    static Prediction read(String line) {
        JsonObject json = new JsonObject(line);
        return new Prediction(
                json.getLong("flightId"),
                json.getInteger("trainer"),
                json.getBoolean("late"),
                json.getDouble("probability"),
                json.getLong("timestampMs"));
    }
}
