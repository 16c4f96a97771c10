package io.kintsugi.core.protocol;

/**
 * What a node says to a {@link Pulse}.
 *
 * @param grantMs for how long the asker may run tasks, counted from when it asked; 0 from a node that does not lead
 * @param leaderSilentMs for how long the node that answers has heard no leader
 * @param givenUp the leader will replace, or has replaced, the asker's tasks: the asker must stop them and start anew
 */
public record PulseAnswer(long grantMs, long leaderSilentMs, boolean givenUp) {
    public static PulseAnswer leading(long grantMs) {
        return new PulseAnswer(grantMs, 0, false);
    }

    public static PulseAnswer following(long leaderSilentMs) {
        return new PulseAnswer(0, leaderSilentMs, false);
    }

    public static PulseAnswer givingUp() {
        return new PulseAnswer(0, 0, true);
    }
}
