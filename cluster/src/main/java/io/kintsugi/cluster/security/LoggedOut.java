package io.kintsugi.cluster.security;

import java.util.LinkedHashMap;
import java.util.Map;

/** Sessions that ended before their time, until that time; of too many the oldest is forgotten. Safe for all threads. */
final class LoggedOut {
    private final int sessionsMax;

    /** Second since 1970 at which the session ends by itself, by its id. */
    private final Map<String, Long> until = new LinkedHashMap<>();

    LoggedOut(int sessionsMax) {
        this.sessionsMax = sessionsMax;
    }

    synchronized void add(String session, long endS, long nowS) {
        until.values().removeIf(end -> end < nowS);
        if (until.size() >= sessionsMax && !until.containsKey(session)) {
            until.remove(until.keySet().iterator().next());
        }
        until.put(session, endS);
    }

    synchronized boolean contains(String session) {
        return until.containsKey(session);
    }
}
