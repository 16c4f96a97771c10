package io.kintsugi.cluster.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.SnapshotStore.Manifests;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileSnapshotStoreTest {
    @TempDir
    private Path directory;

    private FileSnapshotStore store;

    @BeforeEach
    void open() {
        store = new FileSnapshotStore(new FileStore(directory, "w1"));
    }

    @Test
    void storesAVersionOnceAndLeavesTheFirstOneAsItWas() throws IOException {
        StateVersion version = Snapshots.store(store, 1, new byte[] {1, 2});

        assertThatThrownBy(() -> Snapshots.store(store, 1, new byte[] {3}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("version flights#3/train-all[2]@4/v1: expected to be new, found " + directory);
        assertThat(Snapshots.readAll(store.read(version), new ByteArrayOutputStream()))
                .containsExactly(1, 2);
    }

    @Test
    void exactlyOneOfManyWritersStoresAVersion() throws Exception {
        AtomicInteger refused = new AtomicInteger();

        List<StateVersion> stored = inParallel(64, writer -> {
            try {
                return Snapshots.store(store, 1, Snapshots.state(100_000 + (int) writer));
            } catch (IllegalStateException taken) {
                refused.incrementAndGet();
                return null;
            }
        });

        assertThat(stored).hasSize(1);
        assertThat(refused).hasValue(63);
        store.requireThere(stored.get(0));
        assertThat(unfinished()).isEmpty();
    }

    @Test
    void exactlyOneOfManyLeadersCompletesACheckpoint() throws Exception {
        List<Long> winners =
                inParallel(32, term -> store.create(Snapshots.manifest(7, term + 1, null)) ? term + 1 : null);

        assertThat(winners).hasSize(1);
        assertThat(store.checkpoints("flights").readable())
                .containsExactly(Snapshots.manifest(7, winners.get(0), null));
    }

    @Test
    void listsTheVersionsOfARunAlsoThoseThatNobodyRefersTo() throws IOException {
        VersionId other = new VersionId(Snapshots.JOB, new AttemptId(new TaskId("a-1-1-1", 0), 1), 12);
        Snapshots.store(store, 1, new byte[1]);
        store.write(other, out -> {});
        store.write(new VersionId(new JobId("flights", 4), other.attempt(), 1), out -> {});
        Files.writeString(directory.resolve("flights/run-3/versions/README"), "put here by a person");

        assertThat(store.versions(Snapshots.JOB)).containsExactlyInAnyOrder(Snapshots.id(1), other);
        assertThat(store.versions(new JobId("quakes", 1))).isEmpty();
    }

    @Test
    void leavesNoDirectoriesOfARunWithoutVersions() {
        Snapshots.store(store, 1, new byte[1]);
        Snapshots.store(store, 2, new byte[1]);

        assertThat(store.delete(Snapshots.id(1))).isTrue();
        assertThat(store.delete(Snapshots.id(1))).isFalse();
        assertThat(store.versions(Snapshots.JOB)).containsExactly(Snapshots.id(2));
        assertThat(store.delete(Snapshots.id(2))).isTrue();

        assertThat(directory.resolve("flights")).doesNotExist();
    }

    @Test
    void writersAreNotDisturbedByTheRemovalOfEmptyDirectories() throws Exception {
        List<Boolean> deleted = inParallel(200, number -> {
            Snapshots.store(store, number + 1, new byte[1]);
            return store.delete(Snapshots.id(number + 1));
        });

        assertThat(deleted).hasSize(200).doesNotContain(false);
    }

    @Test
    void aFullDiskLeavesNothingBehindWhereverItEnds() throws IOException {
        byte[] state = Snapshots.state(70_000);
        AtomicInteger free = new AtomicInteger();
        FileSnapshotStore onSmallDisk =
                new FileSnapshotStore(new FileStore(directory, "w2", file -> new SmallDisk(file, free)));
        long needed = BlockFile.fileBytes(Snapshots.id(1), state.length);

        for (int bytes = 0; bytes < needed; bytes += 97) {
            free.set(bytes);
            assertThat(catchThrowable(() -> Snapshots.store(onSmallDisk, 1, state)))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("train-all-2-4-1")
                    .hasMessageContaining("No space left on device");
        }

        assertThat(unfinished()).isEmpty();
        assertThat(store.versions(Snapshots.JOB)).isEmpty();
        free.set((int) needed);
        onSmallDisk.requireThere(Snapshots.store(onSmallDisk, 1, state));
    }

    @Test
    void aStateThatCannotBeEncodedLeavesNothingBehind() throws IOException {
        assertThatThrownBy(() -> store.write(Snapshots.id(1), out -> {
                    out.write(1);
                    throw new IllegalStateException("no schema");
                }))
                .hasMessage("no schema");

        assertThat(unfinished()).isEmpty();
        assertThat(store.versions(Snapshots.JOB)).isEmpty();
    }

    @Test
    void keepsCheckpointsAndSavepointsApartAndOrdersThemByNumber() {
        Manifest seventh = Snapshots.manifest(7, 1, null);
        Manifest tenth = Snapshots.manifest(10, 1, null);
        Manifest named = Snapshots.manifest(8, 1, "before-upgrade");

        assertThat(Stream.of(tenth, seventh, named).map(store::create)).containsOnly(true);

        assertThat(store.checkpoints("flights")).isEqualTo(new Manifests(List.of(seventh, tenth), List.of()));
        assertThat(store.savepoints("flights")).isEqualTo(new Manifests(List.of(named), List.of()));
        assertThat(store.checkpoints("quakes")).isEqualTo(new Manifests(List.of(), List.of()));
    }

    @Test
    void aNumberAndANameAreTakenOnce() {
        store.create(Snapshots.manifest(7, 1, null));
        store.create(Snapshots.manifest(8, 1, "before-upgrade"));

        assertThat(store.create(Snapshots.manifest(7, 2, null))).isFalse();
        assertThat(store.create(Snapshots.manifest(9, 2, "before-upgrade"))).isFalse();
        assertThat(store.checkpoints("flights").readable()).containsExactly(Snapshots.manifest(7, 1, null));
        assertThat(store.delete(Snapshots.manifest(8, 1, "before-upgrade"))).isTrue();
        assertThat(store.create(Snapshots.manifest(9, 2, "before-upgrade"))).isTrue();
    }

    @Test
    void aCheckpointOfALeaderThatHadBeenReplacedDoesNotCount() {
        store.create(Snapshots.manifest(7, 1, null));
        store.create(Snapshots.manifest(8, 2, null));
        store.create(Snapshots.manifest(9, 1, null));
        store.create(Snapshots.manifest(10, 2, null));

        Manifests found = store.checkpoints("flights");

        assertThat(found.readable().stream().map(Manifest::checkpoint)).containsExactly(7L, 8L, 10L);
        assertThat(found.damaged())
                .containsExactly("flights/checkpoints/9: of term 1, but written after term 2 had begun: its leader had"
                        + " been replaced");
    }

    @Test
    void aCheckpointThatIsWrittenBehindTheBackOfTheNextLeaderDoesNotCount() {
        store.create(Snapshots.manifest(7, 1, null));

        Manifests found = store.takeOver("flights", new Term(2));
        store.create(Snapshots.manifest(8, 1, null));

        assertThat(found.readable()).containsExactly(Snapshots.manifest(7, 1, null));
        FileSnapshotStore seenByAnother = new FileSnapshotStore(new FileStore(directory, "w2"));
        assertThat(seenByAnother.checkpoints("flights").readable()).isEqualTo(found.readable());
        assertThat(seenByAnother.checkpoints("flights").damaged()).hasSize(1);
        store.create(Snapshots.manifest(9, 2, null));
        assertThat(seenByAnother.checkpoints("flights").readable())
                .containsExactly(Snapshots.manifest(7, 1, null), Snapshots.manifest(9, 2, null));
        assertThat(store.takeOver("flights", new Term(3)).damaged()).isEmpty();
        assertThat(directory.resolve("flights/checkpoints/8")).doesNotExist();
    }

    @Test
    void aCheckpointThatWasThereWhenTheNextLeaderBeganCountsAlsoIfItAsksAgain() {
        store.create(Snapshots.manifest(7, 1, null));
        store.takeOver("flights", new Term(2));
        store.create(Snapshots.manifest(8, 2, null));

        assertThat(store.takeOver("flights", new Term(2)).readable())
                .containsExactly(Snapshots.manifest(7, 1, null), Snapshots.manifest(8, 2, null));
    }

    @Test
    void namesDamagedManifestsAndShowsTheOthers() throws IOException {
        LongStream.of(7, 8, 9).forEach(number -> store.create(Snapshots.manifest(number, 1, null)));
        Path checkpoints = directory.resolve("flights/checkpoints");
        Files.writeString(checkpoints.resolve("8"), "{");
        Files.move(checkpoints.resolve("9"), checkpoints.resolve("10"));
        Files.writeString(checkpoints.resolve(".nfs0001"), "of the file system");

        Manifests found = store.checkpoints("flights");

        assertThat(found.readable()).containsExactly(Snapshots.manifest(7, 1, null));
        assertThat(found.damaged())
                .containsExactly(
                        "flights/checkpoints/10: expected the manifest of this name, found flights/checkpoints/9",
                        "flights/checkpoints/8: expected a last line 'crc32c <8 hex digits>', found none: the file is torn");
    }

    @Test
    void refusesNamesThatLeaveTheFolder() {
        for (String name : List.of("../a", "a/b", "/etc/passwd", ".hidden", "", "a\nb")) {
            assertThatThrownBy(() -> store.create(Snapshots.manifest(7, 1, name)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + name + "'");
            assertThatThrownBy(() -> store.checkpoints(name)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> store.savepoints(name)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private List<Path> unfinished() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(".unfinished"))) {
            return files.toList();
        }
    }

    private interface Act<T> {
        /** Null for no result. */
        @org.jspecify.annotations.Nullable
        T run(long number) throws Exception;
    }

    private static <T> List<T> inParallel(int times, Act<T> act) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        List<Callable<T>> calls = new ArrayList<>();
        LongStream.range(0, times).forEach(number -> calls.add(() -> act.run(number)));
        List<T> results = new ArrayList<>();
        for (Future<T> call : threads.invokeAll(calls)) {
            T result = call.get();
            if (result != null) {
                results.add(result);
            }
        }
        threads.shutdown();
        return results;
    }

    /** Has so many bytes left for all files together. */
    private static final class SmallDisk extends FilterOutputStream {
        private final AtomicInteger free;

        private SmallDisk(OutputStream file, AtomicInteger free) {
            super(file);
            this.free = free;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            int part = Math.min(length, free.get());
            out.write(bytes, offset, part);
            free.addAndGet(-part);
            if (part < length) {
                throw new IOException("No space left on device");
            }
        }
    }
}
