package io.kintsugi.coordinator.checkpoint;

/**
 * A checkpoint behind which the sources say nothing, so that all tasks can begin anew from it and nothing comes twice.
 *
 * <pre>
 * none ──ask──▶ asked ──triggered──▶ under way ──complete──▶ none
 *                 ▲─────discarded────────┘
 * </pre>
 */
final class Standstill {
    private boolean wanted;
    /** That it is under way as; 0 for none. */
    private long checkpoint;

    /** True if it was not wanted before. */
    boolean ask() {
        boolean news = !wanted;
        wanted = true;
        return news;
    }

    /** Whether no checkpoint has been triggered for it. */
    boolean isAsked() {
        return wanted && checkpoint == 0;
    }

    void begin(long number) {
        checkpoint = wanted ? number : 0;
    }

    boolean isUnderWayAs(long number) {
        return checkpoint == number && wanted;
    }

    void discarded() {
        checkpoint = 0;
    }

    /** A checkpoint is complete; whether it was the one that this is under way as. */
    void over(boolean as) {
        wanted &= !as;
        checkpoint = 0;
    }
}
