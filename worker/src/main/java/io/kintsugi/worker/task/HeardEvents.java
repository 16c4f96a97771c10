package io.kintsugi.worker.task;

import io.kintsugi.core.element.UserEvent;
import java.util.Map;
import java.util.TreeMap;

/**
 * The newest event that has come to a task from each subtask that sends some. On each way the events of one subtask come in
 * their order, so what is not behind the newest has come before, on another way. Used by the task's thread only.
 */
final class HeardEvents {
    /** By step, then by subtask: as many as there are tasks before this one. */
    private final Map<String, Map<Integer, UserEvent.Origin>> newest = new TreeMap<>();

    /** Whether it comes for the first time; from then on it has come. */
    boolean isNew(UserEvent.Origin origin) {
        Map<Integer, UserEvent.Origin> ofStep = newest.computeIfAbsent(origin.step(), step -> new TreeMap<>());
        UserEvent.Origin known = ofStep.get(origin.subtask());
        boolean isNew = known == null || origin.isBehind(known);
        if (isNew) {
            ofStep.put(origin.subtask(), origin);
        }
        return isNew;
    }
}
