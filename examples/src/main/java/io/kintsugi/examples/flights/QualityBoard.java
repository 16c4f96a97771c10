package io.kintsugi.examples.flights;

import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Keeps what the reports say, for whoever watches from the same JVM: the first pass, the newest one, and the number of
 * records in all of them. Stands outside the tasks, so it survives a restarted sink; the newest report on a pass counts, so a
 * restart that reports passes again changes nothing. Safe for use by several threads.
 *
 * <p>Of more than {@value #PASSES_MAX} passes it forgets complete ones first, oldest first; they stay counted.
 */
public final class QualityBoard {

    /** Far more than any restart goes back. */
    static final int PASSES_MAX = 1_000;

    private final TreeMap<Long, PassQuality> passes = new TreeMap<>();
    private long newestForgotten;
    private long recordsOfForgottenPasses;
    private Optional<PassQuality> first = Optional.empty();
    private Optional<PassQuality> newest = Optional.empty();

    /**
     * What is known at one moment.
     *
     * @param records that the reports account for
     * @param first the newest report on pass 1
     * @param newest the newest report on the highest pass
     */
    public record Reading(long records, Optional<PassQuality> first, Optional<PassQuality> newest) {}

    /** A sink whose writers all write here. */
    public Sink<PassQuality> sink() {
        return context -> new SinkWriter<>() {
            @Override
            public void write(PassQuality report, long timestamp) {
                add(report);
            }
        };
    }

    public synchronized Reading read() {
        long kept = passes.values().stream().mapToLong(PassQuality::records).sum();
        return new Reading(recordsOfForgottenPasses + kept, first, newest);
    }

    synchronized void add(PassQuality report) {
        if (report.pass() <= newestForgotten && !passes.containsKey(report.pass())) {
            return; // Said again after a restart.
        }
        passes.put(report.pass(), report);
        if (passes.size() > PASSES_MAX) {
            forgetOne();
        }
        if (report.pass() == 1) {
            first = Optional.of(report);
        }
        if (newest.isEmpty() || report.pass() >= newest.get().pass()) {
            newest = Optional.of(report);
        }
    }

    private void forgetOne() {
        PassQuality oldest = passes.values().stream()
                .filter(PassQuality::complete)
                .findFirst()
                .orElseGet(() -> passes.firstEntry().getValue());
        passes.remove(oldest.pass());
        recordsOfForgottenPasses += oldest.records();
        newestForgotten = Math.max(newestForgotten, oldest.pass());
    }
}
