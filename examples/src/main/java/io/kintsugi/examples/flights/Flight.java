package io.kintsugi.examples.flights;

/**
 * One flight that has departed.
 *
 * @param id place in the replay, from 0; see {@link Flights#flight(long)}
 * @param timestampMs actual departure in ms, the local time of the origin airport read as if it were UTC
 * @param delayMin arrival delay in minutes, negative when early; the label's source and never a feature
 * @param distanceMiles length of the route in miles, above 0
 * @param origin three-letter airport code
 * @param destination three-letter airport code
 */
public record Flight(long id, long timestampMs, int delayMin, int distanceMiles, String origin, String destination) {

    /** A flight is late when it arrives more than this many minutes after its schedule. */
    public static final int LATE_AFTER_MIN = 15;

    /** The label: whether the flight arrived more than {@value #LATE_AFTER_MIN} minutes late. */
    public boolean late() {
        return delayMin > LATE_AFTER_MIN;
    }
}
