package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import java.util.List;

/** Each record to every lane, or to none while one of them has no room. */
final class BroadcastRouter extends Router {
    BroadcastRouter(List<? extends Lane> lanes, RouterSettings settings) {
        super(lanes, settings);
    }

    @Override
    int route(Batch batch, int from) {
        int lanes = lanes();
        int count = batch.count();
        int i = from;
        while (i < count && roomEverywhere()) {
            for (int lane = 0; lane < lanes; lane++) {
                add(lane, batch.value(i), batch.timestamp(i));
            }
            i++;
        }
        return i;
    }
}
