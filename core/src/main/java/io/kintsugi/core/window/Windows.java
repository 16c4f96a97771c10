package io.kintsugi.core.window;

import java.time.Duration;
import java.time.ZoneId;

/** How the records of a key are divided. Those by time need timestamps. */
public sealed interface Windows permits TimeWindows, SessionWindows, GlobalWindows {
    /** One after the other, the first beginning with 1970 in UTC. */
    static Windows tumbling(Duration size) {
        return tumbling(size, Duration.ZERO);
    }

    /** As the other, but all begin later by {@code offset}, which is less than {@code size}. */
    static Windows tumbling(Duration size, Duration offset) {
        return new FixedWindows(size.toMillis(), size.toMillis(), offset.toMillis());
    }

    /** The days of a calendar: 23, 24 or 25 h where clocks are changed. */
    static Windows daily(ZoneId zone) {
        return new DailyWindows(zone);
    }

    /** A window of {@code size} begins every {@code slide}; so a record is in several. */
    static Windows sliding(Duration size, Duration slide) {
        return new FixedWindows(size.toMillis(), slide.toMillis(), 0);
    }

    /** As long as records follow each other in less than {@code gap}. */
    static Windows session(Duration gap) {
        return new SessionWindows(gap.toMillis());
    }

    /** So many records of a key; what is left at the end of the input makes a smaller one. */
    static Windows count(long records) {
        return new GlobalWindows(Trigger.everyRecords(records).purge(), true);
    }

    /** Everything of a key, told whenever the trigger says so. */
    static Windows global(Trigger trigger) {
        return new GlobalWindows(trigger, false);
    }
}
