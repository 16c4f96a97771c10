package io.kintsugi.examples.quakes;

/**
 * A quake as a point in the plane.
 *
 * @param index of the quake, see {@link Quakes#quake}
 * @param magnitude of it
 * @param delay until it was published last, as the power of ten of its minutes
 */
public record Report(long index, double magnitude, double delay) {
    private static final double MINUTE_MS = 60_000;

    static Report of(long index) {
        Quake quake = Quakes.quake(index);
        double minutes = Math.max(1, (quake.updated() - quake.time()) / MINUTE_MS);
        return new Report(index, quake.magnitude(), Math.log10(minutes));
    }
}
