package io.kintsugi.core.snapshot;

/** How sure a figure of the loss account is; the later kinds are less. */
public enum LossBasis {
    /** Exact. */
    COUNTED,
    /** At least so many and at most so many. */
    BOUNDED,
    /** Something may have been lost, and nobody can say how much. */
    UNKNOWN;

    /** The basis of a sum of figures on this one and on the other. */
    public LossBasis and(LossBasis other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
