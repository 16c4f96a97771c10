package io.kintsugi.cluster.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileStoreTest {
    @TempDir
    private Path directory;

    private FileStore store;

    @BeforeEach
    void open() {
        store = new FileStore(directory.resolve("data"), "w1");
    }

    @Test
    void theFirstWhoCreatesANameKeepsIt() {
        assertThat(store.createIfAbsent("jobs/a/run-1", bytes("first"))).isTrue();

        assertThat(store.createIfAbsent("jobs/a/run-1", bytes("second"))).isFalse();
        assertThat(store.read("jobs/a/run-1")).contains(bytes("first"));
    }

    @Test
    void exactlyOneOfManyWritersSucceeds() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        List<Future<Boolean>> tries = threads.invokeAll(IntStream.range(0, 64)
                .<java.util.concurrent.Callable<Boolean>>mapToObj(
                        i -> () -> store.createIfAbsent("one", bytes("writer " + i)))
                .toList());
        threads.shutdown();

        int created = 0;
        for (Future<Boolean> tried : tries) {
            created += tried.get() ? 1 : 0;
        }
        assertThat(created).isEqualTo(1);
    }

    @Test
    void listsNamesInOrderAndNothingForADirectoryThatIsNotThere() {
        store.createIfAbsent("jobs/b", bytes(""));
        store.createIfAbsent("jobs/a/x", bytes(""));

        assertThat(store.list("jobs")).containsExactly("a", "b");
        assertThat(store.list("nothing")).isEmpty();
    }

    @Test
    void deletesAFileOnceAndItsNameIsFreeAgain() {
        store.createIfAbsent("a", bytes("1"));

        assertThat(store.delete("a")).isTrue();
        assertThat(store.delete("a")).isFalse();
        assertThat(store.read("a")).isEmpty();
        assertThat(store.createIfAbsent("a", bytes("2"))).isTrue();
    }

    @Test
    void refusesNamesThatLeaveTheDirectory() {
        for (String name : List.of("../a", "/etc/passwd", "a//b", ".hidden", "a/../b", "")) {
            assertThatThrownBy(() -> store.read(name))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + name + "'");
        }
    }

    @Test
    void leavesNothingUnfinishedBehind() throws Exception {
        store.createIfAbsent("a", bytes("1"));
        store.createIfAbsent("a", bytes("2"));

        try (var left = Files.list(directory.resolve("data/.unfinished"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void removesAtTheNextStartWhatADeadWriterLeftADayAgo() throws Exception {
        Path unfinished = directory.resolve("data/.unfinished");
        Path old = Files.writeString(unfinished.resolve("w0-1"), "half");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(25))));
        Path fresh = Files.writeString(unfinished.resolve("w0-2"), "on its way");

        FileStore next = new FileStore(directory.resolve("data"), "w2");

        assertThat(old).doesNotExist();
        assertThat(fresh).exists();
        assertThat(next.list("jobs")).isEmpty();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }
}
