package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.function.FilterFunction;

/** Lets through what the function keeps, in a batch that it uses again. */
final class FilterStage extends BatchStage {
    private final String step;
    private final FilterFunction<Object> function;

    FilterStage(String step, ChainSpec spec, FilterFunction<Object> function, Stage next) {
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
                Object value = batch.value(i);
                if (function.keep(value)) {
                    out.add(value, batch.timestamp(i));
                }
            }
        } catch (Exception e) {
            throw new StepFailedException(step, "filter", e);
        }
        return pushOut();
    }
}
