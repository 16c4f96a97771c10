package io.kintsugi.core.function;

import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * When an iteration ends: behind a number of supersteps, or earlier when the records of a superstep are close enough to
 * what is looked for. Immutable.
 *
 * <pre>{@code Until.sumAtMost(1e-6, Rank::change).orSupersteps(100)}</pre>
 *
 * @param <T> class of the records that go round
 */
public final class Until<T> {
    private final @Nullable Integer max;
    private final @Nullable ToDoubleFunction<? super T> measure;
    private final double limit;

    private Until(@Nullable Integer max, @Nullable ToDoubleFunction<? super T> measure, double limit) {
        this.max = max;
        this.measure = measure;
        this.limit = limit;
    }

    /** So many supersteps, 1 or more, whatever they give. */
    public static <T> Until<T> supersteps(int count) {
        return new Until<>(requireCount(count), null, 0);
    }

    /**
     * The first superstep whose records measure at most {@code limit} together; a superstep without records measures 0. It
     * needs {@link #orSupersteps} too, so that an iteration which never comes so far has an end.
     *
     * @param measure of one record; what it throws fails the task, and what is not a number never converges
     */
    public static <T> Until<T> sumAtMost(double limit, ToDoubleFunction<? super T> measure) {
        if (Double.isNaN(limit)) {
            throw new IllegalArgumentException("Until.sumAtMost: a limit that is a number expected, found NaN");
        }
        return new Until<>(null, measure, limit);
    }

    /** The same, and so many supersteps at most, 1 or more. */
    public Until<T> orSupersteps(int most) {
        return new Until<>(requireCount(most), measure, limit);
    }

    private static int requireCount(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("Until: 1 superstep or more expected, found " + count);
        }
        return count;
    }

    /** Supersteps at most; empty where it was not said, which no job builds with. */
    public OptionalInt max() {
        return max == null ? OptionalInt.empty() : OptionalInt.of(max);
    }

    /** Whether it looks at the records. */
    public boolean measures() {
        return measure != null;
    }

    /** What a record adds to the measure of its superstep; 0 where nobody measures. */
    public double measure(T record) {
        return measure == null ? 0 : measure.applyAsDouble(record);
    }

    /**
     * Whether nothing comes behind a superstep.
     *
     * @param superstep its number, from 1
     * @param value what its records measure together
     */
    public boolean isReached(int superstep, double value) {
        boolean last = max != null && superstep >= max;
        return last || (measure != null && value <= limit);
    }

    /** The same text for the same rule, without the function. */
    @Override
    public String toString() {
        String most = max == null ? "" : "supersteps<=" + max;
        return measure == null ? most : most + " sum<=" + limit;
    }
}
