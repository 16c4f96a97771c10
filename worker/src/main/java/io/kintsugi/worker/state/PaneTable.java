package io.kintsugi.worker.state;

import org.jspecify.annotations.Nullable;

/** The panes of each key of a step with windows. Works on those of the current key. */
public final class PaneTable {
    private final String name;
    private final KeyedTable<KeyPanes> table;

    PaneTable(String name, int groupCount) {
        this.name = name;
        this.table = new KeyedTable<>(name, groupCount);
    }

    String name() {
        return name;
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

    void visit(int group, StateVisitor visitor) {
        table.forEach(group, (key, panes) -> {
            for (int i = 0; i < panes.size(); i++) {
                visitor.pane(name, key, panes.get(i));
            }
        });
    }
}
