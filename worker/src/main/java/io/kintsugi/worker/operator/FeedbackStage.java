package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.function.Until;
import io.kintsugi.core.graph.StepKind;
import io.kintsugi.worker.state.TaskCapture;
import io.kintsugi.worker.state.TaskRestore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One end of an iteration. The start passes on what the first superstep begins with; the end gathers what each superstep
 * gives back, which is stored as its state. Whichever of them begins with such a state emits the records in it, and reads
 * nothing:
 *
 * <pre>
 * start, first superstep:  records ─▶ emitted          end, each superstep:  records ─▶ gathered ─▶ stored
 * start, later supersteps: stored  ─▶ emitted          end, at last:         stored  ─▶ emitted
 * </pre>
 */
final class FeedbackStage extends FunctionStage {
    private static final String RECORDS = "records";

    private final String storedBy;
    private final Class<?> type;
    private final @Nullable Until<Object> until;
    private List<Object> records = new ArrayList<>();
    private double measure;
    private boolean restored;

    /** @param storedBy the step at the end of the iteration, which may be this one */
    private FeedbackStage(
            String step, String storedBy, Class<?> type, @Nullable Until<Object> until, Emitters emitters) {
        super(step, emitters);
        this.storedBy = storedBy;
        this.type = type;
        this.until = until;
    }

    static FeedbackStage start(String step, String end, Class<?> type, Emitters emitters) {
        return new FeedbackStage(step, end, type, null, emitters);
    }

    @SuppressWarnings("unchecked") // The types of a job were checked when it was built.
    static FeedbackStage end(String step, StepKind.IterationEnd kind, Class<?> type, Emitters emitters) {
        return new FeedbackStage(step, step, type, (Until<Object>) kind.until(), emitters);
    }

    @Override
    void apply(Object value, long timestamp, Emitters out) {
        if (until == null) {
            out.main().emit(value, Batch.NO_TIMESTAMP);
        } else {
            measure += until.measure(value);
            records.add(value);
        }
    }

    /** The lanes of a partition take any number of records at once. */
    @Override
    void finish(Emitters out) {
        if (until == null || restored) {
            records.forEach(record -> out.main().emit(record, Batch.NO_TIMESTAMP));
        }
    }

    @Override
    public void restore(TaskRestore restore) {
        records = new ArrayList<>(restore.values(storedBy, RECORDS, type));
        restored = true;
    }

    @Override
    public void capture(TaskCapture capture) {
        capture.values(step(), RECORDS, type, records);
    }

    /** What the records that were gathered measure together. */
    double measure() {
        return measure;
    }
}
