package io.kintsugi.worker.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values in fixed places, {@code Object[]}: an entry of a table. */
public final class RowCodec extends FieldsCodec {
    /** One place of a row. */
    public record Column(String name, Codec codec) {}

    public RowCodec(String name, List<Column> columns) {
        super(name);
        fields(columns.stream()
                .map(column -> new Field(column.name(), column.codec()))
                .toList());
    }

    @Override
    @Nullable
    Object part(Object row, int field) {
        return ((Object[]) row)[field];
    }

    @Override
    Object make(@Nullable Object[] parts) {
        return parts;
    }

    @Override
    public boolean mutable() {
        return true;
    }

    @Override
    public Object copy(Object row) {
        throw new UnsupportedOperationException("rows are written, not kept");
    }
}
