package io.kintsugi.worker.state;

import org.jspecify.annotations.Nullable;

/** The panes of all keys of a window step in one subtask. */
public final class PaneTable {
    private final KeyTable<KeyPanes> table = new KeyTable<>();

    /** Keys that have panes. */
    public int size() {
        return table.size();
    }

    public @Nullable KeyPanes find(Object key) {
        int at = table.find(key);
        return at < 0 ? null : table.value(at);
    }

    public KeyPanes findOrAdd(Object key) {
        KeyPanes found = find(key);
        if (found != null) {
            return found;
        }
        KeyPanes added = new KeyPanes();
        table.insert(key, added);
        return added;
    }

    /** Forgets a key that has no panes left. */
    public void removeIfEmpty(Object key) {
        int at = table.find(key);
        KeyPanes panes = at < 0 ? null : table.value(at);
        if (panes != null && panes.isEmpty()) {
            table.remove(at);
        }
    }
}
