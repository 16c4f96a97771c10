package io.kintsugi.examples.airports;

import io.kintsugi.core.function.KeyedCoProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.function.ValueStateSpec;
import java.util.List;

/** Divides the rank of an airport among its routes, which come behind it: in batch mode the first stream is read first. */
final class PassOn implements KeyedCoProcessFunction<String, Rank, Route, Share> {
    private static final ValueStateSpec<Double> RANK = ValueStateSpec.of("rank", Double.class);

    @Override
    public List<StateSpec> states() {
        return List.of(RANK);
    }

    @Override
    public void processFirst(String airport, Rank rank, ProcessContext context, Output<Share> out) {
        context.state(RANK).set(rank.rank());
        out.emit(new Share(airport, 0)); // So that an airport without arrivals has a rank, too.
    }

    @Override
    public void processSecond(String airport, Route route, ProcessContext context, Output<Share> out) {
        Double rank = context.state(RANK).get();
        if (rank == null) {
            throw new IllegalStateException("route %s came before the rank of its airport".formatted(route));
        }
        out.emit(new Share(route.to(), rank * route.share()));
    }
}
