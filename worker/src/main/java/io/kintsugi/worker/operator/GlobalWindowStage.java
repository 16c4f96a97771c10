package io.kintsugi.worker.operator;

import io.kintsugi.core.graph.WindowSpec;
import io.kintsugi.core.window.Firing;
import io.kintsugi.core.window.GlobalWindows;
import io.kintsugi.core.window.Trigger;
import io.kintsugi.core.window.Window;
import io.kintsugi.worker.state.KeyPanes;
import io.kintsugi.worker.state.Pane;

/** Count and global windows: one pane for each key, and a timer at the end of time, which the end of the input reaches. */
final class GlobalWindowStage extends WindowStage {
    private final Trigger trigger;
    private final Firing firing;

    GlobalWindowStage(GlobalWindows windows, WindowSpec spec, WindowParts parts) {
        super(spec, windows.trigger(), parts);
        this.trigger = windows.trigger();
        this.firing = windows.counted() ? Firing.ON_TIME : Firing.EARLY;
    }

    @Override
    boolean add(Object key, Object value, long timestamp) throws Exception {
        KeyPanes panes = table().findOrAdd();
        Pane pane;
        if (panes.isEmpty()) {
            pane = new Pane(Long.MIN_VALUE, Long.MAX_VALUE, values().first(value));
            panes.insert(pane);
            timers().atEventTime(Long.MAX_VALUE);
            setClock();
        } else {
            pane = panes.get(0);
            pane.add(values().add(pane.contents(), value));
        }
        if (trigger.records() > 0 && pane.records() % trigger.records() == 0) {
            tell(key, panes, firing, timestamp);
        }
        return true;
    }

    @Override
    void reached(Object key, KeyPanes panes, long timestamp) throws Exception {
        if (panes.get(0).changed()) {
            tell(key, panes, Firing.ON_TIME, Long.MIN_VALUE);
        }
        panes.removeFirst(panes.size());
    }

    @Override
    boolean tellEarly(Object key, KeyPanes panes) throws Exception {
        if (panes.get(0).changed()) {
            tell(key, panes, firing, Long.MIN_VALUE);
        }
        return !panes.isEmpty();
    }

    private void tell(Object key, KeyPanes panes, Firing why, long timestamp) throws Exception {
        Pane pane = panes.get(0);
        emit(key, new Window(pane.start(), pane.end(), why), pane.contents(), timestamp);
        pane.told();
        if (trigger.purging()) {
            panes.removeFirst(1);
            table().removeIfEmpty();
            timers().cancelEventTime(Long.MAX_VALUE);
        }
    }
}
