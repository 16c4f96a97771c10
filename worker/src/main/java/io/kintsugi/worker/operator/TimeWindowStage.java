package io.kintsugi.worker.operator;

import io.kintsugi.core.graph.WindowSpec;
import io.kintsugi.core.window.Firing;
import io.kintsugi.core.window.TimeWindows;
import io.kintsugi.worker.state.KeyPanes;
import io.kintsugi.worker.state.Pane;
import org.jspecify.annotations.Nullable;

/**
 * Tumbling, sliding and daily windows. A record goes into one pane; a window is put together from its panes when it
 * speaks. Each window of a key that has a pane has a timer at its end, and each pane one at its expiry.
 *
 * <p>Algorithm: Li et al. 2005, "No Pane, No Gain".
 */
final class TimeWindowStage extends WindowStage {
    private final TimeWindows windows;
    private long cachedStart = 1;
    private long cachedEnd;

    TimeWindowStage(TimeWindows windows, WindowSpec spec, WindowParts parts) {
        super(spec, spec.early(), parts);
        this.windows = windows;
    }

    @Override
    boolean add(Object key, Object value, long timestamp) throws Exception {
        requireTimestamp(timestamp);
        long start = paneStart(timestamp);
        if (expiry(windows.lastWindowEnd(start)) <= watermark()) {
            return false;
        }
        KeyPanes panes = table().findOrAdd();
        Pane pane = panes.at(start);
        if (pane == null) {
            pane = new Pane(start, windows.paneEnd(start), values().first(value));
            panes.insert(pane);
            setTimers(start);
        } else {
            pane.add(values().add(pane.contents(), value));
        }
        if (early() > 0 || windows.firstWindowEnd(start) <= watermark()) {
            tellAtOnce(key, panes, start);
        }
        return true;
    }

    /** Calendars are slow, and records of a time come together. */
    private long paneStart(long timestamp) {
        if (timestamp < cachedStart || timestamp >= cachedEnd) {
            cachedStart = windows.paneStart(timestamp);
            cachedEnd = windows.paneEnd(cachedStart);
        }
        return cachedStart;
    }

    private void setTimers(long start) {
        long last = windows.lastWindowEnd(start);
        for (long end = windows.firstWindowEnd(start); end <= last; end = windows.nextWindowEnd(end)) {
            if (end > watermark()) {
                timers().atEventTime(end);
            }
        }
        timers().atEventTime(expiry(last));
        setClock();
    }

    /** Windows of a pane that got a record: those behind the watermark speak again, others when they have enough. */
    private void tellAtOnce(Object key, KeyPanes panes, long start) throws Exception {
        long last = windows.lastWindowEnd(start);
        for (long end = windows.firstWindowEnd(start); end <= last; end = windows.nextWindowEnd(end)) {
            if (end > watermark()) {
                if (early() > 0 && records(panes, end) % early() == 0) {
                    tell(key, panes, end, Firing.EARLY);
                }
            } else if (expiry(end) > watermark()) {
                tell(key, panes, end, Firing.LATE);
            }
        }
    }

    @Override
    void reached(Object key, KeyPanes panes, long timestamp) throws Exception {
        if (windows.isWindowEnd(timestamp)) {
            tell(key, panes, timestamp, Firing.ON_TIME);
        }
        int expired = 0;
        while (expired < panes.size()
                && expiry(windows.lastWindowEnd(panes.get(expired).start())) <= timestamp) {
            expired++;
        }
        panes.removeFirst(expired);
    }

    @Override
    boolean tellEarly(Object key, KeyPanes panes) throws Exception {
        long told = watermark();
        boolean open = false;
        for (int i = 0; i < panes.size(); i++) {
            long start = panes.get(i).start();
            long last = windows.lastWindowEnd(start);
            for (long end = windows.firstWindowEnd(start); end <= last; end = windows.nextWindowEnd(end)) {
                if (end > told) {
                    told = end;
                    open = true;
                    if (changed(panes, end)) {
                        tell(key, panes, end, Firing.EARLY);
                    }
                }
            }
        }
        for (int i = 0; i < panes.size(); i++) {
            panes.get(i).told();
        }
        return open;
    }

    private void tell(Object key, KeyPanes panes, long end, Firing firing) throws Exception {
        Object contents = contents(panes, end);
        if (contents != null) {
            emit(key, windows.windowStart(end), end, firing, contents);
        }
    }

    /** Of all panes of a window together; null where it has none. */
    private @Nullable Object contents(KeyPanes panes, long end) throws Exception {
        int first = panes.firstFrom(windows.windowStart(end));
        int behind = panes.firstFrom(end);
        if (first == behind) {
            return null;
        }
        Object contents = panes.get(first).contents();
        if (behind - first > 1) {
            contents = values().copy(contents);
        }
        for (int i = first + 1; i < behind; i++) {
            contents = values().merge(contents, panes.get(i).contents());
        }
        return contents;
    }

    private long records(KeyPanes panes, long end) {
        long records = 0;
        for (int i = panes.firstFrom(windows.windowStart(end)); i < panes.size(); i++) {
            records += panes.get(i).end() <= end ? panes.get(i).records() : 0;
        }
        return records;
    }

    private boolean changed(KeyPanes panes, long end) {
        for (int i = panes.firstFrom(windows.windowStart(end)); i < panes.size(); i++) {
            if (panes.get(i).end() <= end && panes.get(i).changed()) {
                return true;
            }
        }
        return false;
    }
}
