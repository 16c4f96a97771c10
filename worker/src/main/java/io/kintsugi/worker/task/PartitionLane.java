package io.kintsugi.worker.task;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.worker.exchange.ServedPartition;
import io.kintsugi.worker.operator.Lane;
import org.jspecify.annotations.Nullable;

/** A router's lane into a partition: there is always room, on disk. */
final class PartitionLane implements Lane {
    private @Nullable ServedPartition partition;

    void bind(ServedPartition to) {
        partition = to;
    }

    @Override
    public boolean writable() {
        return true;
    }

    @Override
    public void write(Batch batch) {
        partition().write(batch);
    }

    @Override
    public void write(ControlElement element) {
        partition().write(element);
    }

    private ServedPartition partition() {
        if (partition == null) {
            throw new IllegalStateException("a chain that stands by has no partitions");
        }
        return partition;
    }
}
