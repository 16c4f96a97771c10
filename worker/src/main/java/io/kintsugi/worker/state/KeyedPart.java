package io.kintsugi.worker.state;

import io.kintsugi.worker.schema.RowCodec;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One of the things that a step keeps by key, as rows that begin with the key: what is captured and restored. */
interface KeyedPart {
    /** Unique within the step. */
    String name();

    Section.Kind kind();

    /** What follows the key in a row. */
    List<RowCodec.Column> columns(KeyedCodecs codecs);

    /** All entries as they are now. Costs no more than the copy of a directory. */
    Rows freeze();

    /** Takes back a row, key first. */
    void restore(@Nullable Object[] row);

    /** All rows have come. */
    default void restored() {}

    /** Entries that change no more; read by the writing thread. */
    interface Rows {
        void forEach(RowVisitor visitor) throws IOException;
    }

    interface RowVisitor {
        /** @param row begins with the key */
        void visit(Object key, @Nullable Object... row) throws IOException;
    }
}
