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

    /** False for what is the same in all subtasks: then any version has it all. */
    default boolean keyed() {
        return true;
    }

    /** Of a row; the first is the key. */
    List<RowCodec.Column> columns(KeyedCodecs codecs);

    /** All entries as they are now, for a capture that has just begun. Costs no more than the copy of a directory. */
    Rows freeze();

    /**
     * The same, without entries that are given to {@code saved} since they change before they were read. A part whose entries
     * may be large and change in a small place copies instead, as all do for captures that go on at once.
     */
    default Rows freeze(SavedRows saved) {
        Rows rows = freeze();
        return visitor -> rows.forEach((key, row) -> {
            visitor.visit(key, row);
            visitor.rest();
        });
    }

    /** Takes back a row. */
    void restore(Row row);

    /** All rows have come. */
    default void restored() {}

    /** Entries that change no more; read by the writing thread. */
    interface Rows {
        void forEach(RowVisitor visitor) throws IOException;
    }

    interface RowVisitor {
        /** @param row begins with the key */
        void visit(Object key, @Nullable Object... row) throws IOException;

        /** Called between rows, when no task can be waiting: the moment for what may take long. */
        default void rest() throws IOException {}
    }
}
