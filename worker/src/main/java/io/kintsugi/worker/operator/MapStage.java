package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.function.MapFunction;

/** One record out for each record in, in a batch that it uses again. */
final class MapStage implements Stage {
    private final String step;
    private final MapFunction<Object, Object> function;
    private final Stage next;
    private final Batch out;

    MapStage(String step, MapFunction<Object, Object> function, Stage next, int batchRecords) {
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
                out.add(function.map(batch.value(i)), batch.timestamp(i));
            }
        } catch (Exception e) {
            throw new StepFailedException(step, "map", e);
        }
        return finish(next.push(out));
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
