package io.kintsugi.testkit.chaos;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder that all nodes share, on a small file system of its own where the machine allows one. */
final class Disk implements AutoCloseable {
    private static final int MEGABYTES = 96;
    private static final int CHUNK = 64 * 1024;

    private final Path folder;
    private final boolean small;

    private Disk(Path folder, boolean small) {
        this.folder = folder;
        this.small = small;
    }

    /** @param small whether it is a file system of its own; Linux with root */
    static Disk open(Path folder, boolean small) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        if (small) {
            Shell.run("mount", "-t", "tmpfs", "-o", "size=" + MEGABYTES + "m", "tmpfs", folder.toString());
        }
        return new Disk(folder, small);
    }

    Path folder() {
        return folder;
    }

    private Path ballast() {
        return folder.resolve("ballast");
    }

    /** Writes until nothing more can be written. */
    void fill() throws IOException {
        if (!small) {
            throw new IllegalStateException("not a disk of its own: " + folder);
        }
        byte[] chunk = new byte[CHUNK];
        try (OutputStream out = Files.newOutputStream(ballast())) {
            while (true) {
                out.write(chunk);
            }
        } catch (IOException full) {
            if (Files.size(ballast()) == 0) {
                throw full;
            }
        }
    }

    void empty() throws IOException {
        Files.deleteIfExists(ballast());
    }

    @Override
    public void close() {
        if (small) {
            Shell.tries("umount", "-l", folder.toString());
        }
    }
}
