package io.kintsugi.connectors.collect;

import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.StepContext;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps what all subtasks of a sink wrote, up to a limit; the task that writes more fails. Works only where the sink runs
 * in the JVM that made this object. Safe for use by several threads.
 *
 * <pre>
 * Collected&lt;Long&gt; counts = Collected.atMost(10_000);
 * stream.sink("collect", counts.sink());
 * </pre>
 */
public final class Collected<T> {
    private final int limit;
    private final List<T> records = new ArrayList<>();

    private Collected(int limit) {
        this.limit = limit;
    }

    /** @param records at least 1 */
    public static <T> Collected<T> atMost(int records) {
        if (records < 1) {
            throw new IllegalArgumentException("collect: expected a limit of at least 1 record, found " + records);
        }
        return new Collected<>(records);
    }

    /** What was written so far: the order of each subtask is kept, that between subtasks is not. */
    public List<T> records() {
        synchronized (records) {
            return List.copyOf(records);
        }
    }

    public int count() {
        synchronized (records) {
            return records.size();
        }
    }

    /** Forgets what was written so far and leaves room for as much again. */
    public void clear() {
        synchronized (records) {
            records.clear();
        }
    }

    /** A sink that writes here; may be used by several steps. */
    public Sink<T> sink() {
        return Writer::new;
    }

    private void add(T record, String step) {
        synchronized (records) {
            if (records.size() == limit) {
                throw new IllegalStateException(
                        "sink '%s': expected at most %d records to collect, found one more; raise Collected.atMost"
                                .formatted(step, limit));
            }
            records.add(record);
        }
    }

    private final class Writer implements SinkWriter<T> {
        private final String step;

        private Writer(StepContext context) {
            this.step = context.step();
        }

        @Override
        public void write(T value, long timestamp) {
            add(value, step);
        }
    }
}
