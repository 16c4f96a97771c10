package io.kintsugi.examples.demo;

import io.kintsugi.examples.flights.PassQuality;
import io.kintsugi.examples.flights.QualityBoard;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * Shows how far a run is: one line that is overwritten on a terminal, a new line every 5 s elsewhere. The speed is that of
 * the last second. Used by one thread.
 */
final class ProgressLine {
    private static final long SPEED_OVER_NS = Duration.ofSeconds(1).toNanos();
    private static final long NEW_LINE_EVERY_NS = Duration.ofSeconds(5).toNanos();
    private static final String CLEAR = "\r\u001b[K";

    private final PrintStream out;
    private final boolean terminal;
    private final long startNs;
    private final Deque<Sample> samples = new ArrayDeque<>();
    private long lineNs;

    private record Sample(long atNs, long records) {}

    ProgressLine(PrintStream out, boolean terminal, long nowNs) {
        this.out = out;
        this.terminal = terminal;
        this.startNs = nowNs;
        this.lineNs = nowNs;
        samples.add(new Sample(nowNs, 0));
    }

    /** To be called some times a second. */
    void show(QualityBoard.Reading reading, long nowNs) {
        samples.add(new Sample(nowNs, reading.records()));
        while (samples.size() > 2 && nowNs - samples.getFirst().atNs() > SPEED_OVER_NS) {
            samples.removeFirst();
        }
        if (terminal) {
            out.print(CLEAR + text(reading, nowNs));
            out.flush();
        } else if (nowNs - lineNs >= NEW_LINE_EVERY_NS) {
            out.println(text(reading, nowNs));
            lineNs = nowNs;
        }
    }

    /** Says something that stays, above the line. */
    void say(String text) {
        clear();
        out.println(text);
    }

    /** Takes the line away. */
    void clear() {
        if (terminal) {
            out.print(CLEAR);
            out.flush();
        }
    }

    private String text(QualityBoard.Reading reading, long nowNs) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%.1f s  %,d records  %,d records/s",
                (nowNs - startNs) / 1e9,
                reading.records(),
                speed()));
        reading.first().ifPresent(pass -> text.append(auc(pass)));
        reading.newest().filter(pass -> pass.pass() != 1).ifPresent(pass -> text.append(auc(pass)));
        return text.toString();
    }

    private long speed() {
        long ns = samples.getLast().atNs() - samples.getFirst().atNs();
        long records = samples.getLast().records() - samples.getFirst().records();
        return ns == 0 ? 0 : Math.round(records * 1e9 / ns);
    }

    private static String auc(PassQuality pass) {
        return String.format(
                Locale.ROOT,
                "  AUC %.3f in pass %d%s",
                pass.auc(),
                pass.pass(),
                pass.pass() == 1 ? " (the test)" : " (remembered rows)");
    }
}
