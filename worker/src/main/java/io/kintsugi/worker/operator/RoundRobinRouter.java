package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import java.util.List;

/**
 * Record by record to the next lane: the rebalance edge, and the forward edge with its one lane. The lane of a record
 * follows from its number alone, so a source that reads again routes again to the same lanes.
 */
final class RoundRobinRouter extends Router {
    private int next;

    /** @param first lane of the first record, so that several producers do not all begin with the same consumer */
    RoundRobinRouter(List<? extends Lane> lanes, RouterSettings settings, int first) {
        super(lanes, settings);
        this.next = first % lanes.size();
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
        int lane = next;
        int i = from;
        while (i < count && add(lane, batch.value(i), batch.timestamp(i))) {
            i++;
            lane = lane + 1 == lanes ? 0 : lane + 1;
        }
        next = lane;
        return i;
    }
}
