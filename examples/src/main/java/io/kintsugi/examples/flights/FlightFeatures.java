package io.kintsugi.examples.flights;

/**
 * Turns a flight into the slots of a hashed model, one per feature, each of value 1.
 *
 * <p>Uses what is known when the aircraft leaves: route, distance, and the local hour, weekday and day of its actual
 * departure. The schedule's own hour is not in the data. The delay is never read. Equal for the same row in every pass,
 * and on every JVM, since {@code String.hashCode} is specified.
 *
 * <p>Hashing trick: Weinberger et al. 2009, "Feature Hashing for Large Scale Multitask Learning".
 */
public final class FlightFeatures {

    /** Features of one flight. */
    public static final int COUNT = 9;

    /** Slots that the features are hashed into, a power of two: 16,384 cost 0.002 of AUC against 65,536. */
    public static final int SLOTS = 1 << 14;

    private static final int MILES_PER_STEP = 250;
    private static final long HOUR_MS = 3_600_000;
    private static final int DAYS_PER_PASS = (int) (Flights.PASS_MS / (24 * HOUR_MS));

    private FlightFeatures() {}

    /**
     * Writes the slots of a flight. Allocates nothing.
     *
     * @param slots of length {@link #COUNT} or more; the first {@link #COUNT} are set, each from 0 to
     *     {@code SLOTS - 1}; two may be equal
     */
    public static void write(Flight flight, int[] slots) {
        int origin = flight.origin().hashCode();
        int destination = flight.destination().hashCode();
        long hours = Math.floorDiv(flight.timestampMs(), HOUR_MS);
        int hour = (int) Math.floorMod(hours, 24L);
        int day = (int) Math.floorMod(Math.floorDiv(hours, 24L), (long) DAYS_PER_PASS);

        slots[0] = slot(0, 0);
        slots[1] = slot(1, origin);
        slots[2] = slot(2, destination);
        slots[3] = slot(3, flight.distanceMiles() / MILES_PER_STEP);
        slots[4] = slot(4, hour);
        slots[5] = slot(5, day % 7);
        slots[6] = slot(6, day);
        slots[7] = slot(7, origin * 31 + hour);
        slots[8] = slot(8, destination * 31 + hour);
    }

    private static int slot(int feature, int value) {
        return mix(value * 0x9e3779b1 + mix(feature + 1)) & (SLOTS - 1);
    }

    /** The finalizer of MurmurHash3 (Austin Appleby, public domain): every input bit reaches every output bit. */
    private static int mix(int bits) {
        int h = bits;
        h = (h ^ (h >>> 16)) * 0x85ebca6b;
        h = (h ^ (h >>> 13)) * 0xc2b2ae35;
        return h ^ (h >>> 16);
    }
}
