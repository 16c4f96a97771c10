package io.kintsugi.worker.state;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The panes of one key, by start. */
public final class KeyPanes {
    private final List<Pane> panes = new ArrayList<>(1);

    /** Equal panes that can be changed without changing these. */
    KeyPanes copy(UnaryOperator<Object> contents) {
        KeyPanes copy = new KeyPanes();
        panes.forEach(pane -> copy.panes.add(pane.copy(contents)));
        return copy;
    }

    public int size() {
        return panes.size();
    }

    public boolean isEmpty() {
        return panes.isEmpty();
    }

    public Pane get(int index) {
        return panes.get(index);
    }

    /** The one that begins just at {@code start}. */
    public @Nullable Pane at(long start) {
        int index = firstFrom(start);
        return index < panes.size() && panes.get(index).start() == start ? panes.get(index) : null;
    }

    /** Index of the first that begins at {@code start} or later; {@link #size} if none does. Most look for the last one. */
    public int firstFrom(long start) {
        int index = panes.size();
        while (index > 0 && panes.get(index - 1).start() >= start) {
            index--;
        }
        return index;
    }

    public void insert(Pane pane) {
        panes.add(firstFrom(pane.start()), pane);
    }

    public void remove(Pane pane) {
        panes.remove(pane);
    }

    /** Removes the first {@code count}. */
    public void removeFirst(int count) {
        panes.subList(0, count).clear();
    }
}
