package io.kintsugi.core.window;

/**
 * Windows whose bounds follow from the timestamps alone. They are cut into panes, so that a record is kept once however
 * many windows it is in; a window is a run of panes. All times are milliseconds since 1970.
 */
public sealed interface TimeWindows extends Windows permits FixedWindows, DailyWindows {
    /** Start of the pane that holds {@code timestamp}. */
    long paneStart(long timestamp);

    /** End of the pane that begins at {@code paneStart}, exclusive. */
    long paneEnd(long paneStart);

    /** End of the first window that holds the pane. */
    long firstWindowEnd(long paneStart);

    /** End of the last window that holds the pane. */
    long lastWindowEnd(long paneStart);

    /** End of the window after the one that ends at {@code windowEnd}. */
    long nextWindowEnd(long windowEnd);

    /** Start of the window that ends at {@code windowEnd}. */
    long windowStart(long windowEnd);

    /** Whether a window ends at {@code time}. */
    boolean isWindowEnd(long time);
}
