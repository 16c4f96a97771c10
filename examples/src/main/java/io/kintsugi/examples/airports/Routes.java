package io.kintsugi.examples.airports;

import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.MapState;
import io.kintsugi.core.function.MapStateSpec;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.function.Timer;
import io.kintsugi.examples.flights.Flight;
import java.util.List;
import java.util.TreeMap;

/** Counts the flights of an airport by destination, and behind the last one makes routes of them. */
final class Routes implements KeyedProcessFunction<String, Flight, Route> {
    private static final MapStateSpec<String, Long> FLIGHTS = MapStateSpec.of("flights", String.class, Long.class);

    @Override
    public List<StateSpec> states() {
        return List.of(FLIGHTS);
    }

    @Override
    public void process(String origin, Flight flight, ProcessContext context, Output<Route> out) {
        MapState<String, Long> flights = context.state(FLIGHTS);
        Long before = flights.get(flight.destination());
        flights.put(flight.destination(), before == null ? 1 : before + 1);
        context.timers().atEventTime(Long.MAX_VALUE);
    }

    @Override
    public void onTimer(String origin, Timer timer, ProcessContext context, Output<Route> out) {
        TreeMap<String, Long> byDestination = new TreeMap<>();
        context.state(FLIGHTS)
                .keys()
                .forEach(to -> byDestination.put(to, context.state(FLIGHTS).get(to)));
        double all = byDestination.values().stream().mapToLong(Long::longValue).sum();
        byDestination.forEach((to, flights) -> out.emit(new Route(origin, to, flights / all)));
    }
}
