package io.kintsugi.examples.quakes;

/**
 * The middle of the reports that are nearer to it than to any other.
 *
 * @param number from 0
 * @param reports how many there are; 0 before the first superstep
 * @param moved how far it has come since the superstep before
 */
public record Center(int number, double magnitude, double delay, long reports, double moved) {
    double distance(Report report) {
        return Math.hypot(magnitude - report.magnitude(), delay - report.delay());
    }
}
