package io.kintsugi.worker.state;

import io.kintsugi.core.snapshot.CorruptSnapshotException;
import org.jspecify.annotations.Nullable;

/** A row of a {@link KeyedPart} as it was read. */
final class Row {
    private final @Nullable Object[] columns;

    Row(@Nullable Object[] columns) {
        this.columns = columns;
    }

    Object key() {
        return object(0);
    }

    /** Throws {@link CorruptSnapshotException} where there is nothing: columns are written with a value each. */
    Object object(int column) {
        Object value = columns[column];
        if (value == null) {
            throw new CorruptSnapshotException("state version: a row without its column " + column);
        }
        return value;
    }

    /** 0 for a column that the version does not have. */
    long number(int column) {
        return columns[column] instanceof Long number ? number : 0;
    }

    boolean flag(int column) {
        return Boolean.TRUE.equals(columns[column]);
    }
}
