package io.kintsugi.worker.state;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A part as it was when its capture began.
 *
 * @param saved what the task has saved of it since then
 */
record FrozenPart(KeyedState.StoredPart stored, KeyedPart.Rows rows, SavedRows saved, GroupRange range)
        implements TaskCapture.Part {
    static FrozenPart of(KeyedState.StoredPart stored, GroupRange range) {
        SavedRows saved = new SavedRows(range, stored.codec());
        return new FrozenPart(stored, stored.part().freeze(saved), saved, range);
    }

    @Override
    public Section section() {
        return stored.section();
    }

    @Override
    public void writeTo(VersionWriter out) throws IOException {
        rows.forEach(new Writing(out, this));
        saved.takeAll(out);
    }

    private record Writing(VersionWriter out, FrozenPart part) implements KeyedPart.RowVisitor {
        @Override
        public void visit(Object key, @Nullable Object... row) throws IOException {
            boolean keyed = part.stored.part().keyed();
            out.add(keyed ? part.range.groupOf(key) : VersionWriter.NO_GROUP, row, part.stored.codec());
        }

        @Override
        public void rest() throws IOException {
            out.flushFull();
            part.saved.take(out);
        }
    }
}
