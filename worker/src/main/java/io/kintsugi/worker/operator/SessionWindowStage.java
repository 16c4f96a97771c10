package io.kintsugi.worker.operator;

import io.kintsugi.core.graph.WindowSpec;
import io.kintsugi.core.window.Firing;
import io.kintsugi.core.window.SessionWindows;
import io.kintsugi.worker.state.KeyPanes;
import io.kintsugi.worker.state.Pane;
import org.jspecify.annotations.Nullable;

/**
 * Session windows: a pane is a session. A record widens the sessions that it touches and makes them one. Each session has
 * one timer; when the session has grown by then, the timer is set again, so that a record costs none.
 */
final class SessionWindowStage extends WindowStage {
    private final long gapMs;

    SessionWindowStage(SessionWindows windows, WindowSpec spec, WindowParts parts) {
        super(spec, spec.early(), parts);
        this.gapMs = windows.gapMs();
    }

    @Override
    boolean add(Object key, Object value, long timestamp) throws Exception {
        requireTimestamp(timestamp);
        long end = timestamp + gapMs;
        KeyPanes panes = table().find();
        Pane session = panes == null ? null : join(panes, timestamp, end);
        if (session == null || panes == null) {
            if (expiry(end) <= watermark()) {
                return false;
            }
            session = new Pane(timestamp, end, values().first(value));
            panes = panes == null ? table().findOrAdd() : panes;
            panes.insert(session);
            setClock();
        } else {
            session.add(values().add(session.contents(), value));
        }
        if (session.end() <= watermark()) {
            session.complete(true);
            tell(key, session, Firing.LATE);
        } else {
            session.complete(false);
            if (early() > 0 && session.records() % early() == 0) {
                tell(key, session, Firing.EARLY);
            }
        }
        arm(session, session.end() > watermark() ? session.end() : expiry(session.end()));
        return true;
    }

    /** Makes one of all sessions that overlap the time from {@code start} to {@code end}; null where none does. */
    private @Nullable Pane join(KeyPanes panes, long start, long end) throws Exception {
        Pane joined = null;
        int at = panes.firstFrom(end) - 1;
        while (at >= 0 && panes.get(at).end() > start) {
            Pane next = panes.get(at--);
            if (joined == null) {
                joined = next;
            } else {
                next.absorb(joined, values().merge(next.contents(), joined.contents()));
                panes.remove(joined);
                joined = next;
            }
        }
        return joined == null ? null : widen(panes, joined, start, end);
    }

    private static Pane widen(KeyPanes panes, Pane session, long start, long end) {
        if (start >= session.start() && end <= session.end()) {
            return session;
        }
        Pane wide = session.widened(Math.min(start, session.start()), end);
        panes.remove(session);
        panes.insert(wide);
        return wide;
    }

    private void arm(Pane session, long timer) {
        if (timer < session.timer()) {
            session.timer(timer);
            timers().atEventTime(timer);
        }
    }

    @Override
    void reached(Object key, KeyPanes panes, long timestamp) throws Exception {
        for (int i = panes.size() - 1; i >= 0; i--) {
            Pane session = panes.get(i);
            if (session.timer() != timestamp) {
                continue;
            }
            session.timer(Long.MAX_VALUE);
            if (session.end() > timestamp) {
                arm(session, session.end());
                continue;
            }
            if (!session.complete()) {
                session.complete(true);
                tell(key, session, Firing.ON_TIME);
            }
            if (expiry(session.end()) > timestamp) {
                arm(session, expiry(session.end()));
            } else {
                panes.remove(session);
            }
        }
    }

    @Override
    boolean tellEarly(Object key, KeyPanes panes) throws Exception {
        boolean open = false;
        for (int i = 0; i < panes.size(); i++) {
            Pane session = panes.get(i);
            open |= session.end() > watermark();
            if (session.end() > watermark() && session.changed()) {
                tell(key, session, Firing.EARLY);
            }
            session.told();
        }
        return open;
    }

    private void tell(Object key, Pane session, Firing firing) throws Exception {
        emit(key, session.start(), session.end(), firing, session.contents());
    }
}
