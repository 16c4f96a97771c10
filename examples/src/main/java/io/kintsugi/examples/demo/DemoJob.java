package io.kintsugi.examples.demo;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobBuilder;
import io.kintsugi.core.api.JobParameters;
import io.kintsugi.examples.flights.FlightsJob;
import io.kintsugi.examples.flights.FlightsSettings;
import io.kintsugi.examples.flights.QualityBoard;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** The flights job whose reports go to a board of this JVM, so that all nodes of a demo write to the same one. */
public final class DemoJob implements JobBuilder {
    private static final Map<String, QualityBoard> BOARDS = new ConcurrentSkipListMap<>();
    private static final AtomicLong LAST = new AtomicLong();

    private static final String BOARD = "board";

    /** A board that jobs can find until it is closed. */
    record Board(String id, QualityBoard reports) implements AutoCloseable {
        static Board open() {
            Board board = new Board(Long.toString(LAST.incrementAndGet()), new QualityBoard());
            BOARDS.put(board.id(), board.reports());
            return board;
        }

        /** Parameters of a job that reports to this board. */
        Map<String, String> parameters(FlightsSettings settings) {
            Map<String, String> parameters = new TreeMap<>(settings.toParameters());
            parameters.put(BOARD, id);
            return parameters;
        }

        @Override
        public void close() {
            BOARDS.remove(id);
        }
    }

    @Override
    public Job build(JobParameters parameters) {
        FlightsSettings settings = FlightsSettings.of(parameters);
        String id = parameters.text(BOARD);
        parameters.requireAllRead();
        QualityBoard board = BOARDS.get(id);
        if (board == null) {
            throw new IllegalArgumentException(
                    "parameter 'board': this process has no board '%s'; to run the job elsewhere, submit %s"
                            .formatted(id, FlightsJob.class.getName()));
        }
        return FlightsJob.of(settings, board.sink());
    }
}
