package io.kintsugi.examples.demo;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobBuilder;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.JobParameters;
import io.kintsugi.core.recovery.Checkpointing;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.examples.flights.FlightsJob;
import io.kintsugi.examples.flights.FlightsSettings;
import io.kintsugi.examples.flights.QualityBoard;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The flights job with what a demo needs: its reports go to a board of this JVM, so that all nodes of a demo write to the same
 * one; its sources wait at a gate of this JVM; it takes checkpoints.
 */
public final class DemoJob implements JobBuilder {
    private static final Map<String, Place> PLACES = new ConcurrentSkipListMap<>();
    private static final AtomicLong LAST = new AtomicLong();

    private static final String NAME = "name";
    private static final String PLACE = "place";
    private static final String STRATEGY = "strategy";
    /** A failed trainer forgets what it learned since the last one. */
    private static final Duration CHECKPOINT_INTERVAL = Duration.ofMillis(100);
    /** At full speed a barrier waits behind all that is queued: what a trainer loses is bounded by states of its own in between. */
    private static final Duration BACKUP_INTERVAL = Duration.ofMillis(50);

    /** What jobs of this JVM can find until it is closed: where they report, and how far they may read. */
    record Place(String id, QualityBoard board, Gate gate) implements AutoCloseable {
        static Place open(long held) {
            Place place = new Place(Long.toString(LAST.incrementAndGet()), new QualityBoard(), new Gate(held));
            PLACES.put(place.id(), place);
            return place;
        }

        /** Parameters of a job that runs here. */
        Map<String, String> parameters(String name, FlightsSettings settings, Recovery.Strategy strategy) {
            Map<String, String> parameters = new TreeMap<>(settings.toParameters());
            parameters.put(NAME, name);
            parameters.put(PLACE, id);
            parameters.put(STRATEGY, strategy.name());
            return parameters;
        }

        @Override
        public void close() {
            PLACES.remove(id);
        }
    }

    @Override
    public Job build(JobParameters parameters) {
        FlightsSettings settings = FlightsSettings.of(parameters);
        JobDraft job = Job.named(parameters.text(NAME));
        Recovery.Strategy strategy = Recovery.Strategy.valueOf(parameters.text(STRATEGY));
        Place place = place(parameters.text(PLACE));
        parameters.requireAllRead();
        job.checkpointed(Checkpointing.every(CHECKPOINT_INTERVAL).backupInterval(BACKUP_INTERVAL))
                .recovery(DemoFailures.recovery(strategy));
        FlightsJob.addTo(
                job,
                new GatedSource<>(FlightsJob.source(settings), place.gate()),
                settings,
                place.board().sink());
        return job.build();
    }

    private static Place place(String id) {
        Place place = PLACES.get(id);
        if (place == null) {
            throw new IllegalArgumentException(
                    "parameter 'place': this process has none '%s'; to run the job elsewhere, submit %s"
                            .formatted(id, FlightsJob.class.getName()));
        }
        return place;
    }
}
