package io.kintsugi.worker.state;

import io.kintsugi.core.function.Timer;

/** Is shown all that a step keeps for the keys of one group. Keys, values and panes are the live ones: to be read, not kept. */
public interface StateVisitor {
    void value(String state, Object key, Object value);

    /** A window, or a part that several windows have in common; those of a key come in order of their start. */
    void pane(String table, Object key, Pane pane);

    /** Timers come in the order in which they will come due. Setting them again in that order keeps it. */
    void timer(Timer.Kind kind, Object key, long timestamp);
}
