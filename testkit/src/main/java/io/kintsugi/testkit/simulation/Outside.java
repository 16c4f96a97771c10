package io.kintsugi.testkit.simulation;

import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.function.TwoPhaseSinkWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The world beyond the job, which no failure of a task rolls back: holds what sinks have prepared and what they have
 * committed. A check that asks here cannot be fooled by state that was lost together with its task.
 */
public final class Outside<T> {
    private final List<T> committed = new ArrayList<>();
    private final Map<Long, Prepared<T>> prepared = new TreeMap<>();
    private long parts;

    private record Prepared<T>(int subtask, List<T> records) {}

    /** A part that a sink has prepared. */
    public record Part(long number) {}

    /** All that was committed, in the order in which it was. */
    public List<T> committed() {
        return Collections.unmodifiableList(committed);
    }

    /** How many parts were prepared and neither committed nor given up. */
    public int open() {
        return prepared.size();
    }

    /** A sink whose output is here. */
    public Sink<T> sink() {
        return new OutsideSink<>(this);
    }

    private Part prepare(int subtask, List<T> records) {
        prepared.put(++parts, new Prepared<>(subtask, List.copyOf(records)));
        return new Part(parts);
    }

    /** Nothing for a part that was committed before. */
    private void commit(Part part) {
        if (part.number() > parts) {
            throw new IllegalStateException("nobody has prepared " + part);
        }
        Prepared<T> found = prepared.remove(part.number());
        if (found != null) {
            committed.addAll(found.records());
        }
    }

    private void discard(int subtask, List<Part> except) {
        List<Long> kept = except.stream().map(Part::number).toList();
        prepared.entrySet().removeIf(part -> part.getValue().subtask() == subtask && !kept.contains(part.getKey()));
    }

    private record OutsideSink<T>(Outside<T> outside) implements Sink<T> {
        @Override
        public SinkWriter<T> writer(StepContext context) {
            return new Writer<>(outside, context.subtask());
        }
    }

    private static final class Writer<T> implements TwoPhaseSinkWriter<T, Part> {
        private final Outside<T> outside;
        private final int subtask;
        private final List<T> written = new ArrayList<>();

        Writer(Outside<T> outside, int subtask) {
            this.outside = outside;
            this.subtask = subtask;
        }

        @Override
        public Class<Part> preparedType() {
            return Part.class;
        }

        @Override
        public void recover(List<Part> parts) {
            outside.discard(subtask, parts);
        }

        @Override
        public void write(T value, long timestamp) {
            written.add(value);
        }

        @Override
        public List<Part> prepare(long checkpoint) {
            if (written.isEmpty()) {
                return List.of();
            }
            Part part = outside.prepare(subtask, written);
            written.clear();
            return List.of(part);
        }

        @Override
        public void commit(List<Part> parts) {
            parts.forEach(outside::commit);
        }
    }
}
