package io.kintsugi.connectors.generator;

import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.type.FunctionTypes;
import io.kintsugi.core.type.RecordType;
import org.jspecify.annotations.Nullable;

/**
 * Emits the records 0, 1, 2 ... of a function; subtask s of p emits those at s, s + p, s + 2p ... So a reader that goes
 * back emits the very same records again.
 *
 * <p>Immutable: each setting returns a new source.
 */
public final class GeneratorSource<T> implements Source<T, Long> {
    private final GeneratorFunction<T> function;
    private final @Nullable Class<?> type;
    private final long records;
    private final double perSecond;

    private GeneratorSource(GeneratorFunction<T> function, @Nullable Class<?> type, long records, double perSecond) {
        this.function = function;
        this.type = type;
        this.records = records;
        this.perSecond = perSecond;
    }

    /** An endless source as fast as its consumers; the class of its records is found from the lambda where it tells. */
    public static <T> GeneratorSource<T> of(GeneratorFunction<T> function) {
        return new GeneratorSource<>(
                function,
                FunctionTypes.returned(function, GeneratorFunction.class, 0)
                        .map(RecordType::type)
                        .orElse(null),
                Long.MAX_VALUE,
                0);
    }

    /** As {@link #of(GeneratorFunction)}, where the lambda does not tell the class of its records. */
    public static <T> GeneratorSource<T> of(Class<T> type, GeneratorFunction<T> function) {
        return new GeneratorSource<>(function, type, Long.MAX_VALUE, 0);
    }

    /** The numbers from 0. */
    public static GeneratorSource<Long> numbers() {
        return of(Long.class, index -> index);
    }

    /** Ends after this many records of all subtasks together, at least 0. */
    public GeneratorSource<T> records(long total) {
        if (total < 0) {
            throw new IllegalArgumentException("generator: expected 0 or more records, found " + total);
        }
        return new GeneratorSource<>(function, type, total, perSecond);
    }

    /** Keeps all subtasks together at this many records per second, more than 0. */
    public GeneratorSource<T> rate(double recordsPerSecond) {
        if (!(recordsPerSecond > 0 && recordsPerSecond <= 1e12)) {
            throw new IllegalArgumentException(
                    "generator: expected a rate above 0 and up to 1e12 records/s, found " + recordsPerSecond);
        }
        return new GeneratorSource<>(function, type, records, recordsPerSecond);
    }

    @Override
    public SourceReader<T, Long> reader(StepContext context) {
        double share = perSecond / context.parallelism();
        return new GeneratorReader<>(function, context.subtask(), context.parallelism(), records, Pace.of(share));
    }

    @Override
    public @Nullable Class<?> recordType() {
        return type;
    }

    @Override
    public boolean bounded() {
        return records < Long.MAX_VALUE;
    }
}
