package io.kintsugi.bench.jet;

import com.hazelcast.jet.RestartableException;
import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.BroadcastKey;
import io.kintsugi.bench.recovery.InjectedFailure;
import io.kintsugi.bench.recovery.Metric;
import io.kintsugi.bench.recovery.Trainer;
import io.kintsugi.bench.workload.Bid;
import org.jspecify.annotations.Nullable;

/** A model a processor. Opens where it may block, before the job begins, as Jet asks for. */
@SuppressWarnings("NullAway.Init") // Jet calls init() before anything else.
final class Trainers extends AbstractProcessor {
    private final double[] weights = Trainer.untrained();
    private Trainer trainer;
    private int index;
    private @Nullable Metric pending;

    @Override
    protected void init(Context context) throws InterruptedException {
        index = context.globalProcessorIndex();
        trainer = Trainer.open(index, weights);
    }

    @Override
    protected boolean tryProcess(int ordinal, Object item) {
        if (pending == null) {
            try {
                pending = trainer.learn((Bid) item);
            } catch (InjectedFailure e) {
                throw new RestartableException(e); // Any other exception fails the job for good.
            }
        }
        if (!tryEmit(pending)) {
            return false;
        }
        pending = null;
        return true;
    }

    @Override
    public boolean saveToSnapshot() {
        return tryEmitToSnapshot(BroadcastKey.broadcastKey(index), weights.clone());
    }

    @Override
    protected void restoreFromSnapshot(Object key, Object value) {
        if (key.equals(BroadcastKey.broadcastKey(index))) {
            System.arraycopy((double[]) value, 0, weights, 0, weights.length);
        }
    }
}
