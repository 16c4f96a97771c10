package io.kintsugi.bench.recovery;

import java.util.Locale;

/**
 * One run of W6: two paced sources, four trainers that get the bids in turns, two tasks that count by key, one sink;
 * checkpoints each second. One trainer throws once.
 *
 * <pre>
 * first record ── WARM_MS ── baseline: WINDOW_MS ── the failure ── outage: WINDOW_MS, or until the trainer is back ──▶ end
 * </pre>
 *
 * @param openMs that each trainer's open takes, also after the failure; 0 or more
 * @param standby trainers that stand by, in engines that have such; 0 or more
 */
public record Trial(int openMs, int standby) {
    public static final int TRAINERS = 4;
    /** Which of them fails. */
    public static final int VICTIM = 1;

    public static final long BIDS_PER_SECOND = 50_000;
    public static final int CHECKPOINT_MS = 1_000;

    static final int WINDOW_MS = 5_000;

    private static final int WARM_MS = 3_500;
    private static final int RESERVE_MS = 1_500;

    public Trial {
        if (openMs < 0) {
            throw new IllegalArgumentException("a trial's open takes 0 ms or more, found " + openMs);
        }
        if (standby < 0) {
            throw new IllegalArgumentException("0 or more trainers stand by, found " + standby);
        }
    }

    /** From the first record that any trainer has taken. */
    int failAtMs() {
        return WARM_MS + WINDOW_MS;
    }

    /** Until the sources end, from the first record. */
    int lengthMs() {
        return failAtMs() + openMs + WINDOW_MS + RESERVE_MS;
    }

    /** Bids of the whole run. */
    public long bids() {
        return BIDS_PER_SECOND * lengthMs() / 1_000;
    }

    /** To the harness' process and back. */
    public String line() {
        return String.format(Locale.ROOT, "trial %d %d", openMs, standby);
    }

    /** @throws IllegalArgumentException if the line is no trial */
    public static Trial parse(String line) {
        String[] words = line.trim().split(" ");
        if (words.length != 3 || !words[0].equals("trial")) {
            throw new IllegalArgumentException("expected \"trial OPEN_MS STANDBY\", found \"%s\"".formatted(line));
        }
        return new Trial(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
    }
}
