package io.kintsugi.worker.state;

import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.worker.schema.RowCodec;
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
        return List.of(new RowCodec.Column("value", codecs.of(spec.type())));
    }

    @Override
    public Rows freeze() {
        KeyTable<S> frozen = table.frozen();
        return visitor -> frozen.forEach((key, value) -> visitor.visit(key, key, value));
    }

    @Override
    public void restore(@Nullable Object[] row) {
        Object value = row[1];
        Object key = row[0];
        if (key != null && value != null) {
            table.restore(key, spec.type().cast(value));
        }
    }
}
