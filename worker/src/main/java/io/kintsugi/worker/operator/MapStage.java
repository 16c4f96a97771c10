package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.function.MapFunction;

/** One record out for each record in, in a batch that it uses again. */
final class MapStage extends BatchStage {
    private final String step;
    private final MapFunction<Object, Object> function;

    MapStage(String step, ChainSpec spec, MapFunction<Object, Object> function, Stage next) {
        super(next, spec.limits().batchRecords(), spec.pulse());
        this.step = step;
        this.function = function;
    }

    @Override
    public boolean push(Batch batch) {
        int count = batch.count();
        try {
            for (int i = 0; i < count; i++) {
                pulse.beat();
                out.add(function.map(batch.value(i)), batch.timestamp(i));
            }
        } catch (Exception e) {
            throw new StepFailedException(step, "map", e);
        }
        return pushOut();
    }
}
