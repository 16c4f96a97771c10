package io.kintsugi.examples.flights;

import io.kintsugi.examples.WrittenLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What does not depend on which trainer saw a flight, in order: a list shows what is missing and what is double. */
public final class WrittenPredictions {
    private WrittenPredictions() {}

    /** Of all files in a folder. */
    public static List<String> in(Path output) throws IOException {
        return WrittenLines.in(output, "predictions").stream()
                .map(PredictionJson::read)
                .map(WrittenPredictions::fact)
                .sorted()
                .toList();
    }

    /** Of a plain loop. */
    public static List<String> expected(int records) {
        return PlainFlights.run(records).predictions().stream()
                .map(WrittenPredictions::fact)
                .sorted()
                .toList();
    }

    private static String fact(Prediction prediction) {
        return prediction.flightId() + " " + prediction.late() + " " + prediction.timestampMs();
    }
}
