package io.kintsugi.examples.airports;

import io.kintsugi.examples.flights.Flight;
import io.kintsugi.examples.flights.Flights;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The oracle of {@link RanksJob}: the same ranks by a loop over all flights.
 *
 * @param supersteps rounds of the loop
 */
public record PlainRanks(Map<String, Double> ranks, int supersteps) {
    private static final double DAMPING = 0.85;

    public static PlainRanks until(double precision, int most) {
        Map<String, Integer> departures = new TreeMap<>();
        Map<String, Double> ranks = new TreeMap<>();
        for (int i = 0; i < Flights.ROWS; i++) {
            Flight flight = Flights.flight(i);
            departures.merge(flight.origin(), 1, Integer::sum);
            ranks.put(flight.origin(), 1.0);
            ranks.put(flight.destination(), 1.0);
        }
        int rounds = 0;
        double change = Double.POSITIVE_INFINITY;
        while (rounds < most && change > precision) {
            Map<String, Double> next = new TreeMap<>();
            ranks.keySet().forEach(airport -> next.put(airport, 1 - DAMPING));
            for (int i = 0; i < Flights.ROWS; i++) {
                Flight flight = Flights.flight(i);
                double part = ranks.get(flight.origin()) / departures.get(flight.origin());
                next.merge(flight.destination(), DAMPING * part, Double::sum);
            }
            change = 0;
            for (String airport : ranks.keySet()) {
                change += Math.abs(next.get(airport) - ranks.get(airport));
            }
            ranks = next;
            rounds++;
        }
        return new PlainRanks(ranks, rounds);
    }

    /** By airport what lines of the sink say; throws for an airport that comes twice. */
    public static Map<String, Double> read(List<String> lines) {
        Map<String, Double> ranks = new TreeMap<>();
        for (String line : lines) {
            JsonObject json = new JsonObject(line);
            if (ranks.put(json.getString("airport"), json.getDouble("rank")) != null) {
                throw new AssertionError("twice: " + line);
            }
        }
        return ranks;
    }
}
