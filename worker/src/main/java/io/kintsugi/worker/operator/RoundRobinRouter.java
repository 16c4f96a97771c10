package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import java.util.List;

/**
 * Record by record to the next lane: the rebalance edge, and the forward edge with its one lane. The lane of a record
 * follows from its number alone, so a source that reads again routes again to the same lanes; unless consumers are away
 * and others get their records.
 */
final class RoundRobinRouter extends Router {
    private int next;

    RoundRobinRouter(List<? extends Lane> lanes, RouterSettings settings) {
        super(lanes, settings);
    }

    @Override
    int turn() {
        return next;
    }

    @Override
    void turn(int restored) {
        next = restored % lanes();
    }

    @Override
    int route(Batch batch, int from) {
        int lanes = lanes();
        int count = batch.count();
        if (reroutes()) {
            return reroute(batch, from);
        }
        int lane = next;
        int i = from;
        while (i < count && add(lane, batch.value(i), batch.timestamp(i))) {
            i++;
            lane = lane + 1 == lanes ? 0 : lane + 1;
        }
        next = lane;
        return i;
    }

    private int reroute(Batch batch, int from) {
        int i = from;
        while (i < batch.count() && add(present(next), batch.value(i), batch.timestamp(i))) {
            i++;
            next = next + 1 == lanes() ? 0 : next + 1;
        }
        return i;
    }
}
