package io.kintsugi.worker.operator;

import io.kintsugi.core.function.TwoPhaseSinkWriter;
import io.kintsugi.worker.state.TaskCapture;
import io.kintsugi.worker.state.TaskRestore;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The parts that a two-phase writer has prepared and that are not committed yet, by checkpoint. They are stored with each
 * state until they are committed, so that a commit that got lost is made up for by the next one. Nothing is committed before its
 * checkpoint is complete, also by an attempt that has restarted alone: until then all may go back behind it.
 */
final class PreparedParts {
    private static final String PREPARED = "prepared";
    /** Which checkpoint each part waits for, in the same order. */
    private static final String CHECKPOINTS = "prepared-for";

    private final String step;
    private final TwoPhaseSinkWriter<Object, Object> writer;
    private final boolean checkpointed;
    private final TreeMap<Long, List<Object>> waiting = new TreeMap<>();
    private final long due;
    private long last;

    PreparedParts(String step, TwoPhaseSinkWriter<Object, Object> writer, ChainSpec spec) {
        this.step = step;
        this.writer = writer;
        this.checkpointed = spec.job().checkpointed();
        this.due = spec.due();
        this.last = spec.minCheckpoint();
    }

    void restore(TaskRestore restore) {
        List<?> parts = restore.values(step, PREPARED, writer.preparedType());
        List<Long> checkpoints = restore.values(step, CHECKPOINTS, Long.class);
        boolean told = checkpoints.size() == parts.size(); // Builds before did not tell, and committed at once.
        for (int i = 0; i < parts.size(); i++) {
            partsOf(told ? checkpoints.get(i) : 0).add(parts.get(i));
        }
    }

    private List<Object> partsOf(long checkpoint) {
        return waiting.computeIfAbsent(checkpoint, none -> new ArrayList<>());
    }

    /** Lets the writer tidy up after earlier attempts, and commits what is due of what was restored. */
    void recover() {
        Guard.run(step, "recover", () -> writer.recover(all(waiting)));
        complete(due);
    }

    void prepare(long checkpoint) {
        Guard.run(step, "prepare", () -> {
            List<Object> parts = writer.prepare(checkpoint);
            if (!parts.isEmpty()) {
                partsOf(checkpoint).addAll(parts);
            }
        });
        last = checkpoint;
    }

    /**
     * Nothing more will be written. In a job with checkpoints the last part belongs to the first checkpoint that can hold
     * it, which is the one after the last barrier; without them it is committed at once.
     */
    void end() {
        prepare(last + 1);
        if (!checkpointed) {
            complete(last);
        }
    }

    void capture(TaskCapture capture) {
        capture.values(step, PREPARED, writer.preparedType(), all(waiting));
        List<Long> checkpoints = new ArrayList<>();
        waiting.forEach((checkpoint, parts) -> parts.forEach(part -> checkpoints.add(checkpoint)));
        capture.values(step, CHECKPOINTS, Long.class, checkpoints);
    }

    /** Commits all parts up to {@code checkpoint}. */
    void complete(long checkpoint) {
        SortedMap<Long, List<Object>> due = waiting.headMap(checkpoint, true);
        if (!due.isEmpty()) {
            Guard.run(step, "commit", () -> writer.commit(all(due)));
            due.clear();
        }
    }

    private static List<Object> all(SortedMap<Long, List<Object>> byCheckpoint) {
        List<Object> all = new ArrayList<>();
        byCheckpoint.values().forEach(all::addAll);
        return all;
    }
}
