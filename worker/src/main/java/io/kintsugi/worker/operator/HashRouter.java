package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.function.KeyFunction;
import io.kintsugi.core.graph.KeyGroups;
import java.util.List;

/** Each record to the lane that owns its key's group. */
final class HashRouter extends Router {
    private final String step;
    private final KeyFunction<Object, Object> key;
    private final int[] laneOfGroup;
    private final Pulse pulse;

    HashRouter(ChainSpec spec, String step, KeyFunction<Object, Object> key, List<? extends Lane> lanes) {
        super(lanes, RouterSettings.of(spec));
        this.step = step;
        this.key = key;
        this.pulse = spec.pulse();
        int keyGroups = spec.keyGroups();
        this.laneOfGroup = new int[keyGroups];
        for (int group = 0; group < keyGroups; group++) {
            laneOfGroup[group] = KeyGroups.subtaskOf(group, lanes.size(), keyGroups);
        }
    }

    @Override
    int route(Batch batch, int from) {
        int count = batch.count();
        int groups = laneOfGroup.length;
        int i = from;
        try {
            while (i < count) {
                pulse.beat();
                Object value = batch.value(i);
                int lane = laneOfGroup[KeyGroups.groupOf(key.key(value), groups)];
                if (!add(lane, value, batch.timestamp(i))) {
                    break;
                }
                i++;
            }
        } catch (Exception e) {
            throw new StepFailedException(step, "keyBy", e);
        }
        return i;
    }
}
