package io.kintsugi.coordinator.history;

import io.kintsugi.core.protocol.LoggedEvent;
import io.kintsugi.core.protocol.LoggedEvent.Kind;
import io.kintsugi.core.protocol.LoggedEvent.Level;
import io.kintsugi.core.protocol.LoggedEvent.Subject;
import java.util.List;

/** What happened to a job, or to the cluster, one thing after the other. Not for several threads. */
public final class EventLog {
    private final BoundedLog<LoggedEvent> events;

    public EventLog(int eventsMax) {
        this.events = new BoundedLog<>(eventsMax, LoggedEvent::seq);
    }

    /**
     * What happened, before it has a number.
     *
     * @param atMs milliseconds since 1970
     */
    public record Entry(long atMs, Level level, Kind kind, Subject subject, String text) {}

    /** Returns it with its number. */
    public LoggedEvent add(Entry entry) {
        return events.add(
                seq -> new LoggedEvent(seq, entry.atMs(), entry.level(), entry.kind(), entry.subject(), entry.text()));
    }

    /** Newest first, those with numbers between the two, which are not among them. */
    public List<LoggedEvent> between(long after, long before, int limit) {
        return events.between(after, before, limit);
    }
}
