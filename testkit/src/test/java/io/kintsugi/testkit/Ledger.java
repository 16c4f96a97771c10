package io.kintsugi.testkit;

import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.function.TwoPhaseSinkWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A two-phase sink into a list that outlives its tasks: what is committed is there to see, what is prepared is not. */
final class Ledger<T> implements Sink<T> {
    final List<T> visible = new ArrayList<>();
    private final Map<String, List<T>> prepared = new LinkedHashMap<>();

    @Override
    public SinkWriter<T> writer(StepContext context) {
        return new Writer(context.step() + "-" + context.subtask() + "-", context.attempt());
    }

    private final class Writer implements TwoPhaseSinkWriter<T, String> {
        private final String subtask;
        private final int attempt;
        private List<T> open = new ArrayList<>();

        Writer(String subtask, int attempt) {
            this.subtask = subtask;
            this.attempt = attempt;
        }

        @Override
        public Class<String> preparedType() {
            return String.class;
        }

        @Override
        public void recover(List<String> parts) {
            prepared.keySet().removeIf(part -> part.startsWith(subtask) && !parts.contains(part));
        }

        @Override
        public void write(T value, long timestamp) {
            open.add(value);
        }

        @Override
        public List<String> prepare(long checkpoint) {
            String part = subtask + attempt + "-" + checkpoint;
            if (prepared.put(part, open) != null) {
                throw new IllegalStateException("part " + part + " was prepared twice");
            }
            open = new ArrayList<>();
            return List.of(part);
        }

        @Override
        public void commit(List<String> parts) {
            for (String part : parts) {
                List<T> records = prepared.remove(part);
                if (records != null) {
                    visible.addAll(records);
                }
            }
        }
    }
}
