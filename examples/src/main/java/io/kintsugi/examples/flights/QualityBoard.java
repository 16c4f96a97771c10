package io.kintsugi.examples.flights;

import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Keeps what the reports say, for whoever watches from the same JVM: the first pass, the newest one, and the number of
 * records in all of them. Stands outside the tasks, so it survives a restarted sink. Safe for use by several threads.
 *
 * <p>Forgets complete passes, and the oldest when more than {@value #PASSES_MAX} are under way; both stay counted.
 */
public final class QualityBoard {

    /** A pass that lost a prediction never becomes complete. */
    static final int PASSES_MAX = 1_000;

    private final TreeMap<Long, Long> recordsOfOpenPasses = new TreeMap<>();
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
        long open =
                recordsOfOpenPasses.values().stream().mapToLong(Long::longValue).sum();
        return new Reading(recordsOfForgottenPasses + open, first, newest);
    }

    synchronized void add(PassQuality report) {
        if (report.complete()) {
            recordsOfOpenPasses.remove(report.pass());
            recordsOfForgottenPasses += report.records();
        } else {
            recordsOfOpenPasses.put(report.pass(), report.records());
        }
        if (recordsOfOpenPasses.size() > PASSES_MAX) {
            recordsOfForgottenPasses += recordsOfOpenPasses.pollFirstEntry().getValue();
        }
        if (report.pass() == 1) {
            first = Optional.of(report);
        }
        if (newest.isEmpty() || report.pass() >= newest.get().pass()) {
            newest = Optional.of(report);
        }
    }
}
