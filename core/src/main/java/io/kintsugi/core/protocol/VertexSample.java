package io.kintsugi.core.protocol;

/**
 * What the tasks of a vertex do together at one time.
 *
 * @param recordsIn by all attempts since the job began
 * @param recordsOut by all attempts since the job began
 * @param late records that came for windows that were gone, since the job began
 * @param recordsInPerS now
 * @param recordsOutPerS now
 * @param busy share of the time that its tasks work, 0 to 1; the mean of those that report
 * @param backPressured share of the time that its tasks wait for consumers, 0 to 1; the mean of those that report
 * @param watermark of the task that is behind, in milliseconds since 1970; {@code Long.MIN_VALUE} before anything is known
 * @param stateBytes in the newest checkpoint; {@link #UNKNOWN} without one
 */
public record VertexSample(
        long recordsIn,
        long recordsOut,
        long late,
        double recordsInPerS,
        double recordsOutPerS,
        double busy,
        double backPressured,
        long watermark,
        long stateBytes) {
    public static final long UNKNOWN = -1;

    /** Of a vertex of which nobody has reported. */
    public static final VertexSample NONE = new VertexSample(0, 0, 0, 0, 0, 0, 0, Long.MIN_VALUE, UNKNOWN);
}
