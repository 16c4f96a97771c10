package io.kintsugi.examples.quakes;

import io.kintsugi.core.function.BroadcastContext;
import io.kintsugi.core.function.BroadcastState;
import io.kintsugi.core.function.BroadcastStateSpec;
import io.kintsugi.core.function.KeyedBroadcastProcessFunction;
import io.kintsugi.core.function.Output;
import java.util.List;

/** Finds the center that is nearest to each report; of several that are as near it is the first. */
final class Nearest implements KeyedBroadcastProcessFunction<Long, Report, Center, Nearest.Belongs> {
    private static final BroadcastStateSpec<Integer, Center> CENTERS =
            BroadcastStateSpec.of("centers", Integer.class, Center.class);

    /** A report and its center. */
    record Belongs(Center center, Report report) {
        int number() {
            return center.number();
        }
    }

    @Override
    public List<BroadcastStateSpec<?, ?>> broadcastStates() {
        return List.of(CENTERS);
    }

    @Override
    public void processBroadcast(Center center, BroadcastContext context, Output<Belongs> out) {
        context.broadcast(CENTERS).put(center.number(), center);
    }

    @Override
    public void process(Long index, Report report, BroadcastContext context, Output<Belongs> out) {
        BroadcastState<Integer, Center> centers = context.broadcast(CENTERS);
        Center nearest = null;
        for (Integer number : centers.keys()) {
            Center center = centers.get(number);
            if (center != null && (nearest == null || isNearer(center, nearest, report))) {
                nearest = center;
            }
        }
        if (nearest == null) {
            throw new IllegalStateException("report %d came before all centers".formatted(index));
        }
        out.emit(new Belongs(nearest, report));
    }

    private static boolean isNearer(Center one, Center other, Report report) {
        int order = Double.compare(one.distance(report), other.distance(report));
        return order < 0 || (order == 0 && one.number() < other.number());
    }
}
