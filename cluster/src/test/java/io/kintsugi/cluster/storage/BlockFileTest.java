package io.kintsugi.cluster.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.kintsugi.core.snapshot.CorruptSnapshotException;
import io.kintsugi.core.snapshot.StateVersion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read is what was written, or an error that says where it is not. */
final class BlockFileTest {
    private static final int HEADER_BYTES = BlockFile.header(Snapshots.id(1)).length;
    private static final int FULL_BLOCK_BYTES = BlockFile.BLOCK_HEADER_BYTES + BlockFile.BLOCK_BYTES;

    @TempDir
    private Path directory;

    private FileSnapshotStore store;
    private Path file;

    @BeforeEach
    void open() {
        store = new FileSnapshotStore(new FileStore(directory, "w1"));
        file = directory.resolve("flights/run-3/versions/train-all-2-4-1");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_535, 65_536, 65_537, 131_072, 300_000})
    void readsBackStatesOfAnyLength(int bytes) throws IOException {
        byte[] state = Snapshots.state(bytes);

        StateVersion version = Snapshots.store(store, 1, state);

        assertThat(version.bytes()).isEqualTo(bytes);
        assertThat(file).hasSize(BlockFile.fileBytes(version.id(), bytes));
        store.requireThere(version);
        assertThat(read(version)).isEqualTo(state);
    }

    @Test
    void readsAndWritesSingleBytesToo() throws IOException {
        byte[] state = Snapshots.state(70_000);
        StateVersion version = Snapshots.version(Snapshots.id(1), store.write(Snapshots.id(1), out -> {
            for (byte value : state) {
                out.write(value);
            }
        }));

        try (InputStream stream = store.read(version)) {
            for (byte value : state) {
                assertThat((byte) stream.read()).isEqualTo(value);
            }
            assertThat(stream.read()).isEqualTo(-1);
        }
    }

    @Test
    void findsAFileThatIsTornAtAnyByte() throws IOException {
        byte[] state = Snapshots.state(100);
        StateVersion version = Snapshots.store(store, 1, state);
        byte[] whole = Files.readAllBytes(file);

        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));

            assertThat(catchThrowable(() -> store.requireThere(version)))
                    .isInstanceOf(CorruptSnapshotException.class)
                    .hasMessage("%s: expected a file of %d bytes, found %d", file, whole.length, length);
            assertThat(catchThrowable(() -> store.read(version))).isInstanceOf(CorruptSnapshotException.class);
        }
    }

    @Test
    void findsAnyFlippedBitBeforeItHandsOutAByteOfItsBlock() throws IOException {
        byte[] state = Snapshots.state(100);
        StateVersion version = Snapshots.store(store, 1, state);
        byte[] whole = Files.readAllBytes(file);

        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] damaged = whole.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(file, damaged);

            ByteArrayOutputStream handedOut = new ByteArrayOutputStream();
            assertThat(catchThrowable(() -> Snapshots.readAll(store.read(version), handedOut)))
                    .as("bit %d", bit)
                    .isInstanceOf(CorruptSnapshotException.class)
                    .hasMessageStartingWith(file + ": ");
            assertThat(handedOut.size()).isZero();
        }
    }

    @Test
    void namesTheBlockThatIsDamagedAndHandsOutThoseBeforeIt() throws IOException {
        byte[] state = Snapshots.state(200_000);
        StateVersion version = Snapshots.store(store, 1, state);
        byte[] damaged = Files.readAllBytes(file);
        damaged[HEADER_BYTES + 2 * FULL_BLOCK_BYTES + 1_000] ^= 1;
        Files.write(file, damaged);

        ByteArrayOutputStream handedOut = new ByteArrayOutputStream();
        assertThat(catchThrowable(() -> Snapshots.readAll(store.read(version), handedOut)))
                .isInstanceOf(CorruptSnapshotException.class)
                .message()
                .matches("\\Q" + file + "\\E: block 2, from byte 131072 of the state: "
                        + "expected CRC-32C [0-9a-f]{8}, found [0-9a-f]{8}");
        assertThat(handedOut.toByteArray()).isEqualTo(Arrays.copyOf(state, 131_072));
    }

    @Test
    void findsBlocksThatChangedPlaces() throws IOException {
        StateVersion version = Snapshots.store(store, 1, Snapshots.state(131_072));
        byte[] whole = Files.readAllBytes(file);
        byte[] swapped = whole.clone();
        System.arraycopy(whole, HEADER_BYTES, swapped, HEADER_BYTES + FULL_BLOCK_BYTES, FULL_BLOCK_BYTES);
        System.arraycopy(whole, HEADER_BYTES + FULL_BLOCK_BYTES, swapped, HEADER_BYTES, FULL_BLOCK_BYTES);
        Files.write(file, swapped);

        assertThat(catchThrowable(() -> read(version)))
                .isInstanceOf(CorruptSnapshotException.class)
                .hasMessageContaining("block 0");
    }

    @Test
    void findsAnotherVersionUnderTheNameOfThisOne() throws IOException {
        byte[] state = Snapshots.state(10);
        StateVersion version = Snapshots.store(store, 1, state);
        Snapshots.store(store, 2, state);
        Files.delete(file);
        Files.copy(file.resolveSibling("train-all-2-4-2"), file);

        assertThat(catchThrowable(() -> read(version)))
                .isInstanceOf(CorruptSnapshotException.class)
                .hasMessage(file + ": header: expected 'flights#3/train-all[2]@4/v1' in format 1, found"
                        + " 'flights#3/train-all[2]@4/v2' or a damaged header");
    }

    @Test
    void findsAStateOfAnotherContentThanTheManifestSays() throws IOException {
        StateVersion version = Snapshots.store(store, 1, Snapshots.state(10));
        byte[] other = Snapshots.state(10);
        other[9] ^= 1;
        store.delete(version.id());
        Snapshots.store(store, 1, other);

        assertThat(catchThrowable(() -> read(version)))
                .isInstanceOf(CorruptSnapshotException.class)
                .hasMessageContaining("expected a state with CRC-32C");
    }

    @Test
    void namesAFileThatIsMissing() throws IOException {
        StateVersion version = Snapshots.store(store, 1, Snapshots.state(10));
        Files.delete(file);

        assertThat(catchThrowable(() -> store.requireThere(version)))
                .isInstanceOf(CorruptSnapshotException.class)
                .hasMessage(file + ": expected a state version, found no file");
        assertThat(catchThrowable(() -> store.read(version))).isInstanceOf(CorruptSnapshotException.class);
    }

    private byte[] read(StateVersion version) throws IOException {
        return Snapshots.readAll(store.read(version), new ByteArrayOutputStream());
    }
}
