package io.kintsugi.cluster.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.cluster.storage.JobStore.Outcome;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.StopRequest;
import io.kintsugi.core.recovery.Recovery;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JobStoreTest {
    private static final Term FIRST = new Term(1);

    @TempDir
    private Path directory;

    private FileStore files;
    private JobStore store;

    @BeforeEach
    void open() {
        files = new FileStore(directory, "a1");
        store = new JobStore(files);
        new TermStore(files).acquire(new NodeId("a", "1"));
    }

    private static StoredJob job(String name, long run) {
        return job(name, run, Map.of("rate", "10"));
    }

    private static StoredJob job(String name, long run, Map<String, String> parameters) {
        JobSpec spec = new JobSpec(new JobId(name, run), "Flights", parameters, "sha256:7", "f00d", Recovery.region());
        StoredJob.Start from = new StoredJob.Start("old", "before-upgrade", true);
        return new StoredJob(spec, from, new JsonObject().put("strategy", "region"), FIRST, 1_234);
    }

    private static JobStatus ended(StoredJob job, long endedAtMs) {
        Failure failure = new Failure("java.io.IOException", "disk full", "");
        return new JobStatus(job.spec(), JobState.FAILED, job.submittedAtMs(), endedAtMs, 3, failure, List.of());
    }

    private JobStore.Found found() {
        return new JobStore(new FileStore(directory, "b1")).takeOver(10);
    }

    @Test
    void theNextLeaderFindsWhatWasSubmittedAndHasNotEnded() {
        StoredJob flights = job("flights", 3);
        StoredJob quakes = job("quakes", 1);
        assertThat(store.submitted(flights)).isEqualTo(Outcome.STORED);
        assertThat(store.submitted(quakes)).isEqualTo(Outcome.STORED);
        store.ended(ended(quakes, 9_000));

        JobStore.Found found = found();

        assertThat(found.living()).containsExactly(new JobStore.Living(flights, Optional.empty()));
        assertThat(found.ended()).containsExactly(new JobStore.Ended(quakes, ended(quakes, 9_000)));
        assertThat(found.damaged()).isEmpty();
    }

    @Test
    void theNextLeaderBuildsAJobWithItsPasswordAndNotWithStars() {
        Map<String, String> parameters = Map.of("rate", "10", "db-password", "hunter-2");
        StoredJob flights = job("flights", 3, parameters);
        StoredJob quakes = job("quakes", 1, parameters);
        store.submitted(flights);
        store.submitted(quakes);
        store.ended(ended(quakes, 9_000));

        JobStore.Found found = found();

        assertThat(found.living()).containsExactly(new JobStore.Living(flights, Optional.empty()));
        assertThat(found.ended()).containsExactly(new JobStore.Ended(quakes, ended(quakes, 9_000)));
    }

    @Test
    void whatWasAskedOfAJobIsNotForgottenWithItsLeader() {
        store.submitted(job("flights", 3));
        store.stopAsked(new JobId("flights", 3), new StopRequest(StopMode.DRAIN, ""));
        store.stopAsked(new JobId("flights", 3), new StopRequest(StopMode.SAVEPOINT, "end"));

        assertThat(found().living())
                .extracting(JobStore.Living::stop)
                .containsExactly(Optional.of(new StopRequest(StopMode.DRAIN, "")));
    }

    @Test
    void theNextRunTakesThePlaceOfTheOneBefore() {
        store.submitted(job("flights", 3));
        store.stopAsked(new JobId("flights", 3), new StopRequest(StopMode.SAVEPOINT, "end"));
        store.ended(ended(job("flights", 3), 9_000));
        store.submitted(job("flights", 4));

        assertThat(found().living()).containsExactly(new JobStore.Living(job("flights", 4), Optional.empty()));
        assertThat(files.list("jobs/flights")).containsExactly("fate-4", "submitted-4");
    }

    @Test
    void keepsTheNewestOfThoseThatHaveEnded() {
        for (int i = 1; i <= 3; i++) {
            store.submitted(job("job-" + i, 1));
            store.ended(ended(job("job-" + i, 1), 1_000 - i));
        }

        assertThat(store.takeOver(2).ended())
                .extracting(JobStore.Ended::status)
                .containsExactly(ended(job("job-2", 1), 998), ended(job("job-1", 1), 999));
    }

    @Test
    void aSubmissionThatTheNextLeaderHasNotSeenNeverRuns() {
        found();
        new TermStore(files).acquire(new NodeId("b", "1"));

        assertThat(store.submitted(job("flights", 3))).isEqualTo(Outcome.WITHDRAWN);

        assertThat(found().living()).isEmpty();
    }

    @Test
    void aSubmissionThatTheNextLeaderHasSeenIsIts() throws IOException {
        StoredJob flights = job("flights", 3);
        files.createIfAbsent("jobs/flights/submitted-3", flights.toText());
        new TermStore(files).acquire(new NodeId("b", "1"));
        assertThat(found().living()).hasSize(1);
        Files.delete(directory.resolve("jobs/flights/submitted-3"));

        assertThat(store.submitted(flights)).isEqualTo(Outcome.TAKEN_OVER);

        assertThat(found().living()).hasSize(1);
    }

    @Test
    void namesWhatIsDamaged() throws IOException {
        store.submitted(job("flights", 3));
        Files.writeString(directory.resolve("jobs/flights/submitted-3"), "{}");

        assertThat(found().living()).isEmpty();
        assertThat(found().damaged())
                .singleElement()
                .asString()
                .startsWith("jobs/flights/submitted-3: expected a last line 'crc32c");
    }
}
