package io.kintsugi.core.protocol;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * A place in which an instance of a vertex stands by, or is to.
 *
 * @param instance the newest in this place; places count on from the subtasks of their vertex
 * @param worker where it is; null while there is none
 * @param used how many tasks have been made of instances of this place
 */
public record SpareStatus(
        AttemptId instance, State state, @Nullable NodeId worker, int used) {
    /** Whether a task that restarts can take it. */
    public enum State {
        /** There is none: the job does not run as a whole, or there is no slot. */
        MISSING,
        /** It is being opened. */
        OPENING,
        /** It is open and waits. */
        READY,
        /** Several could not be opened one after the other, so that none is opened any more. */
        GIVEN_UP
    }
}
