package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;
import java.util.ArrayList;
import java.util.List;

/** A lane that takes as many batches as it was given credit for, and keeps what it was given. */
final class CreditLane implements Lane {
    final List<Object> received = new ArrayList<>();
    final List<Integer> batchSizes = new ArrayList<>();
    int credit;
    /** Whether its consumer is away and others are to get its records. */
    boolean away;

    CreditLane(int credit) {
        this.credit = credit;
    }

    @Override
    public boolean writable() {
        return credit > 0;
    }

    @Override
    public boolean reroutes() {
        return away;
    }

    @Override
    public void write(Batch batch) {
        if (credit-- <= 0) {
            throw new IllegalStateException("written without credit");
        }
        batchSizes.add(batch.count());
        for (int i = 0; i < batch.count(); i++) {
            received.add(batch.value(i));
        }
    }

    @Override
    public void write(ControlElement element) {
        received.add(element);
    }
}
