package io.kintsugi.examples.flights;

import io.kintsugi.core.api.JobParameters;
import io.kintsugi.core.graph.KeyGroups;
import java.util.Map;
import java.util.TreeMap;

/**
 * How much of the replay the job takes, how fast, and with how many learners.
 *
 * @param records flights of the whole job, from 1, or {@link #ENDLESS}
 * @param rate flights per second of all sources together, or {@link #UNPACED}
 * @param parallelism trainers, each with a model of its own, from 1 to {@value #PARALLELISM_MAX}; sources and quality
 *     measures are half as many
 */
public record FlightsSettings(long records, double rate, int parallelism) {

    /** The replay goes on until the job is stopped. */
    public static final long ENDLESS = 0;

    /** As fast as the slowest step. */
    public static final double UNPACED = 0;

    public static final long RECORDS_DEFAULT = 1_000_000;
    public static final int PARALLELISM_DEFAULT = 4;
    public static final int PARALLELISM_MAX = KeyGroups.DEFAULT;

    private static final long RECORDS_MAX = 1_000_000_000_000L;
    private static final double RATE_MAX = 1e9;
    private static final long REPORT_EVERY_MAX = 1_000;
    private static final double REPORTS_PER_SECOND = 4;

    public FlightsSettings {
        require(records >= ENDLESS && records <= RECORDS_MAX, "records", "0 (endless) to " + RECORDS_MAX, records);
        require(rate >= UNPACED && rate <= RATE_MAX, "rate", "0 (unpaced) to " + (long) RATE_MAX, rate);
        require(
                parallelism >= 1 && parallelism <= PARALLELISM_MAX,
                "parallelism",
                "1 to " + PARALLELISM_MAX,
                parallelism);
    }

    /** Reads {@code records}, {@code rate} and {@code parallelism}; throws {@link IllegalArgumentException}. */
    public static FlightsSettings of(JobParameters parameters) {
        return new FlightsSettings(
                parameters.number("records", RECORDS_DEFAULT, ENDLESS, RECORDS_MAX),
                parameters.decimal("rate", UNPACED, UNPACED, RATE_MAX),
                parameters.number("parallelism", PARALLELISM_DEFAULT, 1, PARALLELISM_MAX));
    }

    /** The parameters that {@link #of} reads. */
    public Map<String, String> toParameters() {
        return new TreeMap<>(Map.of(
                "records", Long.toString(records),
                "rate", Double.toString(rate),
                "parallelism", Integer.toString(parallelism)));
    }

    public boolean endless() {
        return records == ENDLESS;
    }

    /** Subtasks of the sources, and of the quality step. */
    public int half() {
        return Math.max(1, parallelism / 2);
    }

    /** Predictions between two reports on a pass, so that a slow replay reports about four times a second too. */
    long reportEvery() {
        double paced = rate == UNPACED ? REPORT_EVERY_MAX : rate / REPORTS_PER_SECOND;
        return (long) Math.max(1, Math.min(REPORT_EVERY_MAX, paced));
    }

    /**
     * Flights in a pass: all rows, but perhaps not in the last one.
     *
     * @param pass from 1
     */
    long recordsInPass(long pass) {
        long before = (pass - 1) * Flights.ROWS;
        return endless() ? Flights.ROWS : Math.max(0, Math.min(Flights.ROWS, records - before));
    }

    private static void require(boolean good, String name, String expected, Object found) {
        if (!good) {
            throw new IllegalArgumentException("%s: expected %s, found %s".formatted(name, expected, found));
        }
    }
}
