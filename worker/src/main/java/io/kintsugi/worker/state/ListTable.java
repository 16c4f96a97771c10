package io.kintsugi.worker.state;

import io.kintsugi.core.function.ListState;
import io.kintsugi.core.function.ListStateSpec;
import io.kintsugi.worker.schema.RowCodec;
import java.util.List;

/** State of one list for each key. */
record ListTable<E>(ListStateSpec<E> spec, KeyedTable<Elements<E>> table) implements ListState<E>, KeyedPart {
    @Override
    public List<E> get() {
        Elements<E> elements = table.get();
        return elements == null ? List.of() : elements.view();
    }

    @Override
    public void add(E element) {
        Elements<E> elements = table.get();
        if (elements == null) {
            elements = new Elements<>();
            table.set(elements);
        }
        elements.add(element);
        table.touch();
    }

    @Override
    public void set(List<? extends E> elements) {
        if (elements.isEmpty()) {
            table.remove();
        } else {
            table.set(Elements.of(elements));
        }
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
        return Section.Kind.LIST;
    }

    @Override
    public List<RowCodec.Column> columns(KeyedCodecs codecs) {
        return List.of(
                codecs.key(),
                new RowCodec.Column("elements", codecs.listOf(spec.type())),
                codecs.column(KeyedCodecs.STAMP, long.class));
    }

    @Override
    public Rows freeze() {
        KeyTable.Entries<Elements<E>> frozen = table.freeze();
        return visitor -> frozen.forEach((key, elements, stamp) -> visitor.visit(key, key, elements.view(), stamp));
    }

    @Override
    @SuppressWarnings("unchecked") // Read by the codec of such elements.
    public void restore(Row row) {
        table.restore(row.key(), Elements.of((List<E>) row.object(1)), row.number(2));
    }
}
