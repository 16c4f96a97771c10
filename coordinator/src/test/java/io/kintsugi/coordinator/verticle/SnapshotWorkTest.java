package io.kintsugi.coordinator.verticle;

import static io.kintsugi.coordinator.verticle.LeaderFixture.SOON;
import static io.kintsugi.coordinator.verticle.LeaderFixture.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.kintsugi.cluster.bus.SupersededException;
import io.kintsugi.coordinator.checkpoint.CheckpointEvent;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.MemorySnapshotStore;
import io.kintsugi.core.snapshot.SnapshotStore;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SnapshotWorkTest {
    private static final JobId JOB = new JobId("clicks", 1);

    private final Vertx vertx = Vertx.vertx();
    private final MemorySnapshotStore store = new MemorySnapshotStore();
    private final AtomicBoolean superseded = new AtomicBoolean();
    private final SnapshotWork work =
            new SnapshotWork(new Loop(vertx, vertx.getOrCreateContext()), store, this::requireNewest);

    private void requireNewest() throws SupersededException {
        if (superseded.get()) {
            throw new SupersededException("term 2 was taken by another coordinator");
        }
    }

    @AfterEach
    void close() throws Exception {
        outcome(vertx.close());
    }

    private StateVersion written(long number) {
        VersionId id = new VersionId(JOB, AttemptId.first(new TaskId("read", 0)), number);
        SnapshotStore.Stored stored = store.write(id, out -> out.write(1));
        return new StateVersion(id, number, false, stored.bytes(), stored.checksum(), List.of(), List.of());
    }

    private static Manifest manifest(long checkpoint, StateVersion... versions) {
        return new Manifest(JOB, checkpoint, null, new Term(1), 1, 2, 128, List.of(versions));
    }

    /** Seed 12485 of the job master's test: the sweep at the end overtook the deletion of an old checkpoint. */
    @Test
    void aSweepLeavesTheVersionsOfAManifestThatIsStillThere() throws Exception {
        StateVersion ofOld = written(1);
        StateVersion unacknowledged = written(2);
        StateVersion kept = written(3);
        store.create(manifest(1, ofOld));

        work.sweep(JOB, List.of(kept.id()));

        await().atMost(SOON).until(() -> store.versions(JOB).equals(List.of(ofOld.id(), kept.id())));
        assertThat(store.versions(JOB)).doesNotContain(unacknowledged.id());
        outcome(work.deleteNow(manifest(1, ofOld), List.of(ofOld.id())));
        assertThat(store.versions(JOB)).containsExactly(kept.id());
    }

    @Test
    void aCheckpointIsCompleteAlsoWhenTheNameOfItsSavepointIsTaken() throws Exception {
        Manifest first = manifest(1, written(1));
        Manifest second = manifest(2, written(2));

        CheckpointEvent taken = outcome(work.create(first, "before"));
        CheckpointEvent refused = outcome(work.create(second, "before"));

        assertThat(taken).isEqualTo(new CheckpointEvent.ManifestStored(first, null));
        assertThat(refused).isEqualTo(new CheckpointEvent.ManifestStored(second, "there is one of this name already"));
        assertThat(store.checkpoints("clicks").readable()).containsExactly(first, second);
    }

    @Test
    void aNumberThatExistsIsRefused() throws Exception {
        store.create(manifest(1, written(1)));

        assertThat(outcome(work.create(manifest(1, written(2)), null)))
                .isEqualTo(new CheckpointEvent.ManifestRefused(1, "there is a checkpoint of this number already"));
    }

    /** Whether the checkpoint counts is for the next leader to say, who may have seen it and may not. */
    @Test
    void aLeaderThatWasReplacedNeitherTellsOfAManifestNorTakesAnythingAway() throws Exception {
        StateVersion version = written(1);
        StateVersion unacknowledged = written(2);
        superseded.set(true);

        assertThatThrownBy(() -> outcome(work.create(manifest(1, version), null)))
                .hasCauseInstanceOf(SupersededException.class);
        assertThatThrownBy(() -> outcome(work.deleteNow(manifest(1, version), List.of(version.id()))))
                .hasCauseInstanceOf(SupersededException.class);
        work.sweep(JOB, List.of());
        work.delete(List.of(unacknowledged.id()));

        outcome(work.read(JOB.name()));
        assertThat(store.checkpoints(JOB.name()).readable()).containsExactly(manifest(1, version));
        assertThat(store.versions(JOB)).containsExactly(version.id(), unacknowledged.id());
    }
}
