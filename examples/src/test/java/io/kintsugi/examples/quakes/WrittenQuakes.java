package io.kintsugi.examples.quakes;

import io.kintsugi.examples.WrittenLines;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Hours and late reports, in order: a list shows what is missing and what is double. */
public final class WrittenQuakes {
    private WrittenQuakes() {}

    /** Of all files in a folder. */
    public static List<String> in(Path output) throws IOException {
        Stream<String> hours = WrittenLines.in(output, "hours").stream()
                .map(JsonObject::new)
                .map(json -> hour(
                        json.getString("network"),
                        json.getLong("hour"),
                        json.getLong("quakes"),
                        json.getDouble("strongest")));
        Stream<String> late = WrittenLines.in(output, "late").stream()
                .map(JsonObject::new)
                .map(json -> late(json.getString("id"), json.getLong("updated")));
        return Stream.concat(hours, late).sorted().toList();
    }

    /** Of a plain loop. */
    public static List<String> expected(long boundHours) {
        PlainQuakes plain = PlainQuakes.run(boundHours);
        Stream<String> hours =
                plain.hours().stream().map(hour -> hour(hour.network(), hour.hour(), hour.quakes(), hour.strongest()));
        Stream<String> late = plain.late().stream().map(quake -> late(quake.id(), quake.updated()));
        return Stream.concat(hours, late).sorted().toList();
    }

    private static String hour(String network, long hour, long quakes, double strongest) {
        return network + " " + hour + " " + quakes + " " + strongest;
    }

    private static String late(String id, long updated) {
        return "late " + id + " " + updated;
    }
}
