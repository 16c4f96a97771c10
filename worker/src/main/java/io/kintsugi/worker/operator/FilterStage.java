package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.function.FilterFunction;

/** Lets through what the function keeps, in a batch that it uses again. */
final class FilterStage implements Stage {
    private final String step;
    private final FilterFunction<Object> function;
    private final Stage next;
    private final Batch out;

    FilterStage(String step, FilterFunction<Object> function, Stage next, int batchRecords) {
        this.step = step;
        this.function = function;
        this.next = next;
        this.out = new Batch(batchRecords);
    }

    @Override
    public boolean push(Batch batch) {
        int count = batch.count();
        try {
            for (int i = 0; i < count; i++) {
                Object value = batch.value(i);
                if (function.keep(value)) {
                    out.add(value, batch.timestamp(i));
                }
            }
        } catch (Exception e) {
            throw new StepFailedException(step, "filter", e);
        }
        return out.isEmpty() || finish(next.push(out));
    }

    @Override
    public boolean push(ControlElement element) {
        return next.push(element);
    }

    @Override
    public boolean resume() {
        return finish(next.resume());
    }

    private boolean finish(boolean done) {
        if (done) {
            out.clear();
        }
        return done;
    }
}
