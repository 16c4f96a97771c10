package io.kintsugi.worker.state;

import io.kintsugi.worker.schema.RowCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The panes of each key of a step with windows. Works on those of the current key. */
public final class PaneTable implements KeyedPart {
    private final String name;
    private final KeyedTable<KeyPanes> table;

    PaneTable(String name, KeyedTable<KeyPanes> table) {
        this.name = name;
        this.table = table;
    }

    /** Not to be mixed up with a state of the function: those have no colon. */
    @Override
    public String name() {
        return "panes:" + name;
    }

    KeyedTable<KeyPanes> table() {
        return table;
    }

    /** Keys that have panes. */
    public int size() {
        return table.size();
    }

    public @Nullable KeyPanes find() {
        return table.get();
    }

    public KeyPanes findOrAdd() {
        KeyPanes found = table.get();
        if (found != null) {
            return found;
        }
        KeyPanes added = new KeyPanes();
        table.set(added);
        return added;
    }

    /** Forgets the key when it has no panes left. */
    public void removeIfEmpty() {
        KeyPanes panes = table.get();
        if (panes != null && panes.isEmpty()) {
            table.remove();
        }
    }

    @Override
    public Section.Kind kind() {
        return Section.Kind.PANES;
    }

    @Override
    public List<RowCodec.Column> columns(KeyedCodecs codecs) {
        return List.of(
                codecs.key(),
                codecs.column("start", long.class),
                codecs.column("end", long.class),
                new RowCodec.Column("contents", codecs.pane(name)),
                codecs.column("records", long.class),
                codecs.column("changed", boolean.class),
                codecs.column("complete", boolean.class),
                codecs.column("timer", long.class));
    }

    @Override
    public Rows freeze() {
        KeyTable.Entries<KeyPanes> frozen = table.freeze();
        return visitor -> frozen.forEach((key, panes, stamp) -> {
            for (int i = 0; i < panes.size(); i++) {
                visitor.visit(key, panes.get(i).row(key));
            }
        });
    }

    @Override
    public void restore(Row row) {
        table.key(row.key());
        findOrAdd().insert(Pane.of(row));
        table.noKey();
    }
}
