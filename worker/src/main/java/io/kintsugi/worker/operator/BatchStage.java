package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;

/** A stage that fills one batch, hands it to the next, and uses it again as soon as that has finished it. */
abstract class BatchStage implements Stage {
    final Stage next;
    final Batch out;
    final Pulse pulse;

    BatchStage(Stage next, int batchRecords, Pulse pulse) {
        this.next = next;
        this.out = new Batch(batchRecords);
        this.pulse = pulse;
    }

    /** Pushes what was filled in, if anything; false when the next stage was suspended. */
    final boolean pushOut() {
        return out.isEmpty() || finish(next.push(out));
    }

    @Override
    public final boolean push(ControlElement element) {
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
