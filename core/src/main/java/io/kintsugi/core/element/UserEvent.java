package io.kintsugi.core.element;

/**
 * What a function tells the functions behind it, in order with its records: to every subtask behind it, and to each once.
 *
 * @param origin whose it is, and which
 * @param value of the user's class
 */
public record UserEvent(Origin origin, Object value) implements ControlElement {
    /**
     * Tells an event from any other of the same job run, so that a subtask that gets it over several channels hears it once.
     *
     * @param step that sent it
     * @param attempt of the task that the step runs in
     * @param number counted by the step in each attempt, from 1
     */
    public record Origin(String step, int subtask, int attempt, long number) {
        /** Whether it was sent after {@code other}, which is of the same subtask of the same step. */
        public boolean isBehind(Origin other) {
            return attempt == other.attempt ? number > other.number : attempt > other.attempt;
        }
    }

    @Override
    public RequiresPipelined requiresPipelined() {
        return RequiresPipelined.USER_EVENT;
    }
}
