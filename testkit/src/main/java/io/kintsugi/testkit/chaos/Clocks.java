package io.kintsugi.testkit.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * The times of day of nodes, which read them from a file each where libfaketime is there. The clocks that only rise, by which
 * processes wait, stay true.
 */
final class Clocks {
    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib64/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/faketime/libfaketimeMT.so.1"));

    /** How old what a node knows of its file may be. With a look at each question for the time four nodes do not even start. */
    private static final int CACHED_S = 1;

    private final Path folder;
    private final Optional<Path> library;

    /** @param folder for the files */
    Clocks(Path folder, boolean wanted) {
        this.folder = folder;
        this.library = wanted ? library() : Optional.empty();
    }

    /** Where libfaketime is. */
    static Optional<Path> library() {
        return LIBRARIES.stream().filter(Files::exists).findFirst();
    }

    /** What stands before the command of a node; its clock is right at first. */
    List<String> before(String node) throws IOException {
        if (library.isEmpty()) {
            return List.of();
        }
        set(node, 0);
        return List.of(
                "env",
                "LD_PRELOAD=" + library.get(),
                "DONT_FAKE_MONOTONIC=1",
                "FAKETIME_CACHE_DURATION=" + CACHED_S,
                "FAKETIME_TIMESTAMP_FILE=" + file(node));
    }

    private Path file(String node) {
        return folder.resolve(node + ".clock");
    }

    /** Sets a clock by so many seconds off the right time; the node sees it within a second. */
    void set(String node, int seconds) throws IOException {
        Path next = folder.resolve(node + ".clock.next");
        Files.writeString(next, "%+d\n".formatted(seconds));
        Files.move(next, file(node), StandardCopyOption.ATOMIC_MOVE);
    }
}
