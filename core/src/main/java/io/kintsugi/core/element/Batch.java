package io.kintsugi.core.element;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Records that travel together: values, their timestamps and a count. Inside one JVM a batch is passed by reference, so
 * whoever has handed it on does not touch it again, and whoever received it from a channel only reads it.
 *
 * <p>Not safe for use by several threads at once.
 */
public final class Batch implements Element {
    /** The timestamp of a record that has none. */
    public static final long NO_TIMESTAMP = Long.MIN_VALUE;

    private @Nullable Object[] values;
    private long[] timestamps;
    private int count;

    /** @param capacity records that fit before the arrays grow, at least 1 */
    public Batch(int capacity) {
        this(new Object[capacity], new long[capacity], 0);
    }

    /**
     * Wraps arrays that the caller gives away, of equal length of at least {@code count}; anything else is an
     * {@link IllegalArgumentException}. An array of one class of records is right as long as nothing else is added.
     */
    public Batch(@Nullable Object[] values, long[] timestamps, int count) {
        if (values.length != timestamps.length || count < 0 || count > values.length) {
            throw new IllegalArgumentException("batch of %d records: found arrays of %d values and %d timestamps"
                    .formatted(count, values.length, timestamps.length));
        }
        this.values = values;
        this.timestamps = timestamps;
        this.count = count;
    }

    public int count() {
        return count;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    public int capacity() {
        return values.length;
    }

    /** The record at {@code index}, from 0 to {@link #count()} - 1; another index is a bug that is not always seen. */
    @SuppressWarnings("NullAway") // slots below count are never null: null is not a record
    public Object value(int index) {
        return values[index];
    }

    /** Milliseconds since 1970, or {@link #NO_TIMESTAMP}. */
    public long timestamp(int index) {
        return timestamps[index];
    }

    /** The array behind the batch, for loops over many records; read-only beyond its owner. */
    public @Nullable Object[] values() {
        return values;
    }

    /** The array behind the timestamps, for loops over many records; read-only beyond its owner. */
    public long[] timestamps() {
        return timestamps;
    }

    /** Appends a record; grows when the batch is full. */
    public void add(Object value, long timestamp) {
        int at = count;
        if (at == values.length) {
            grow();
        }
        values[at] = value;
        timestamps[at] = timestamp;
        count = at + 1;
    }

    /** Forgets all records and keeps the arrays: for a batch that its owner has not handed on. */
    public void clear() {
        Arrays.fill(values, 0, count, null);
        count = 0;
    }

    /**
     * A new batch with the records {@code from} (inclusive) to {@code to} (exclusive); throws
     * {@link IndexOutOfBoundsException} for a range that is not in this one.
     */
    public Batch slice(int from, int to) {
        Objects.checkFromToIndex(from, to, count);
        return new Batch(Arrays.copyOfRange(values, from, to), Arrays.copyOfRange(timestamps, from, to), to - from);
    }

    private void grow() {
        int capacity = Math.max(8, values.length * 2);
        values = Arrays.copyOf(values, capacity);
        timestamps = Arrays.copyOf(timestamps, capacity);
    }
}
