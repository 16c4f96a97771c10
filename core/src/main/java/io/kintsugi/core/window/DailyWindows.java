package io.kintsugi.core.window;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/** One window for each day of the calendar of a zone: 23 to 25 h where clocks are changed. */
public record DailyWindows(ZoneId zone) implements TimeWindows {
    @Override
    public long paneStart(long timestamp) {
        return start(day(timestamp));
    }

    @Override
    public long paneEnd(long paneStart) {
        return start(day(paneStart).plusDays(1));
    }

    @Override
    public long firstWindowEnd(long paneStart) {
        return paneEnd(paneStart);
    }

    @Override
    public long lastWindowEnd(long paneStart) {
        return paneEnd(paneStart);
    }

    @Override
    public long nextWindowEnd(long windowEnd) {
        return paneEnd(windowEnd);
    }

    @Override
    public long windowStart(long windowEnd) {
        return paneStart(windowEnd - 1);
    }

    @Override
    public boolean isWindowEnd(long time) {
        return paneStart(time) == time;
    }

    private LocalDate day(long timestamp) {
        return Instant.ofEpochMilli(timestamp).atZone(zone).toLocalDate();
    }

    /** Not always midnight: some zones change their clocks then. */
    private long start(LocalDate day) {
        return day.atStartOfDay(zone).toInstant().toEpochMilli();
    }
}
