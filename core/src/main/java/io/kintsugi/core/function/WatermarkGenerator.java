package io.kintsugi.core.function;

/** Says how far event time has come, from the records of one subtask of a source. Used by the task's thread only. */
public interface WatermarkGenerator<T> {
    /** Called for each record, in order, but for those beyond {@code maxFutureSkew}. */
    void onRecord(T value, long timestamp);

    /**
     * Event time reached by the records so far: later ones are expected at this timestamp or after it.
     * {@code Long.MIN_VALUE} before anything is known; a value below an earlier one is ignored.
     */
    long watermark();
}
