package io.kintsugi.worker.state;

import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.worker.schema.RowCodec;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** State of one value for each key. */
record ValueTable<S>(ValueStateSpec<S> spec, KeyedTable<S> table) implements ValueState<S>, KeyedPart {
    @Override
    public @Nullable S get() {
        return table.get();
    }

    @Override
    public void set(S value) {
        table.set(value);
    }

    @Override
    public void clear() {
        table.remove();
    }

    @Override
    public String name() {
        return spec.name();
    }

    @Override
    public Section.Kind kind() {
        return Section.Kind.VALUE;
    }

    @Override
    public List<RowCodec.Column> columns(KeyedCodecs codecs) {
        return List.of(codecs.key(), codecs.column("value", spec.type()), codecs.column(KeyedCodecs.STAMP, long.class));
    }

    @Override
    public Rows freeze() {
        KeyTable.Entries<S> frozen = table.freeze();
        return visitor -> frozen.forEach(new AsRows<>(visitor));
    }

    @Override
    public Rows freeze(SavedRows saved) {
        KeyTable.Entries<S> frozen = table.freeze((key, value, stamp) -> saved.visit(key, key, value, stamp));
        return visitor -> frozen.forEach(new AsRows<>(visitor));
    }

    private record AsRows<S>(RowVisitor rows) implements KeyTable.EntryVisitor<S> {
        @Override
        public void visit(Object key, S value, long stamp) throws IOException {
            rows.visit(key, key, value, stamp);
        }

        @Override
        public void rest() throws IOException {
            rows.rest();
        }
    }

    @Override
    public void restore(Row row) {
        table.restore(row.key(), spec.type().cast(row.object(1)), row.number(2));
    }
}
