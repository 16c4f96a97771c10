package io.kintsugi.examples.quakes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The definition of hours and of late reports, in one loop. */
final class PlainQuakes {
    private static final long HOUR = Duration.ofHours(1).toMillis();

    private final Map<String, QuakeHour> hours = new TreeMap<>();
    private final List<Quake> late = new ArrayList<>();

    static PlainQuakes run(long boundHours) {
        PlainQuakes plain = new PlainQuakes();
        long watermark = Long.MIN_VALUE;
        for (int i = 0; i < Quakes.EVENTS; i++) {
            Quake quake = Quakes.quake(i);
            long hour = Math.floorDiv(quake.time(), HOUR) * HOUR;
            if (hour + HOUR <= watermark) {
                plain.late.add(quake);
            } else {
                plain.hours.merge(
                        quake.network() + hour,
                        new QuakeHour(quake.network(), hour, 1, quake.magnitude()),
                        PlainQuakes::together);
            }
            watermark = Math.max(watermark, quake.time() - boundHours * HOUR);
        }
        return plain;
    }

    private static QuakeHour together(QuakeHour a, QuakeHour b) {
        return new QuakeHour(a.network(), a.hour(), a.quakes() + b.quakes(), Math.max(a.strongest(), b.strongest()));
    }

    /** In no particular order. */
    Collection<QuakeHour> hours() {
        return hours.values();
    }

    /** In order of publication. */
    List<Quake> late() {
        return late;
    }
}
