package io.kintsugi.cluster.storage;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Files under one directory that are created once and never changed: a file is there whole or not at all, also after a
 * crash, and of several who create the same name exactly one succeeds, also from several machines on a shared directory.
 *
 * <p>Names are relative paths such as {@code terms/term-7}. Any thread may call; every call blocks. A disk that fails
 * throws {@link UncheckedIOException}.
 */
public final class FileStore {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*");
    private static final String UNFINISHED = ".unfinished";

    /** What a process that died left behind; no file waits that long for its next byte. */
    private static final Duration UNFINISHED_KEPT = Duration.ofDays(1);

    /** Directories that may be removed under a writer before it has linked its file; more means something is wrong. */
    private static final int LINK_TRIES_MAX = 100;

    private final Path root;
    private final String writer;
    private final UnaryOperator<OutputStream> disk;
    private final AtomicLong written = new AtomicLong();

    /** Content of a file, of any length. Called once, on the thread that called the store. */
    interface Content<T> {
        T writeTo(OutputStream out) throws IOException;
    }

    /**
     * Creates the directory if it is missing, and removes what dead writers left unfinished a day ago or earlier.
     *
     * @param writer letters and digits that no other process uses, for names of files that are being written
     */
    public FileStore(Path root, String writer) {
        this(root, writer, UnaryOperator.identity());
    }

    /** @param disk wraps what each file is written to: tests have disks that are full */
    FileStore(Path root, String writer, UnaryOperator<OutputStream> disk) {
        this.root = root.toAbsolutePath();
        this.writer = writer;
        this.disk = disk;
        Path unfinished = this.root.resolve(UNFINISHED);
        doing("create directory", unfinished, () -> {
            createDirectories(unfinished);
            removeLeftovers(unfinished, Instant.now().minus(UNFINISHED_KEPT));
            return true;
        });
    }

    /**
     * Writes a new file to the disk and its directory's entry with it; false, and no change, if the name exists.
     *
     * <p>The content is synced under a name of its own and then linked to its real one: a link is atomic and fails when
     * the name exists, where a rename would replace it.
     */
    public boolean createIfAbsent(String name, byte[] content) {
        return createIfAbsent(name, out -> {
                    out.write(content);
                    return true;
                })
                .isPresent();
    }

    /** The same, and the result is what the content returned, or empty if the name exists. What it throws leaves no file. */
    <T> Optional<T> createIfAbsent(String name, Content<T> content) {
        Path file = path(name);
        Path unfinished = root.resolve(UNFINISHED).resolve(writer + "-" + written.incrementAndGet());
        return doing("create", file, () -> {
            if (Files.exists(file)) {
                return Optional.empty();
            }
            try {
                T result = writeThrough(unfinished, content);
                if (!link(unfinished, file)) {
                    return Optional.empty();
                }
                sync(directoryOf(file));
                return Optional.of(result);
            } finally {
                Files.deleteIfExists(unfinished);
            }
        });
    }

    /** The whole content, or empty if there is no such file. */
    public Optional<byte[]> read(String name) {
        Path file = path(name);
        return doing("read", file, () -> {
            try {
                return Optional.of(Files.readAllBytes(file));
            } catch (NoSuchFileException missing) {
                return Optional.empty();
            }
        });
    }

    /** Names of the files and directories in one directory, without its path, sorted; none if it does not exist. */
    public List<String> list(String directory) {
        Path path = path(directory);
        return doing("list", path, () -> {
            try (Stream<Path> entries = Files.list(path)) {
                return entries.map(entry -> entry.getFileName().toString())
                        .sorted()
                        .toList();
            } catch (NoSuchFileException missing) {
                return List.of();
            }
        });
    }

    /** Whether there was such a file. */
    public boolean delete(String name) {
        Path file = path(name);
        return doing("delete", file, () -> Files.deleteIfExists(file));
    }

    /** The same, and the entry is gone also after a power cut. */
    boolean deleteDurably(String name) {
        boolean deleted = delete(name);
        if (deleted) {
            Path directory = directoryOf(path(name));
            doing("sync", directory, () -> {
                sync(directory);
                return true;
            });
        }
        return deleted;
    }

    /** Removes a directory if it is empty, and then those above it in the same way. */
    void deleteEmpty(String directory) {
        Path path = path(directory);
        doing("remove directory", path, () -> {
            for (Path at = path; !at.equals(root); at = directoryOf(at)) {
                try {
                    Files.deleteIfExists(at);
                } catch (DirectoryNotEmptyException inUse) {
                    return false;
                }
            }
            return true;
        });
    }

    /** Where a file of this name is; throws {@link IllegalArgumentException} for names that could leave the root. */
    Path path(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("file name '" + name
                    + "': expected parts of letters, digits, '.', '_' and '-' that begin with a letter or digit,"
                    + " separated by '/'");
        }
        return root.resolve(name);
    }

    private <T> T writeThrough(Path file, Content<T> content) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            T result = content.writeTo(disk.apply(Channels.newOutputStream(channel)));
            channel.force(true);
            return result;
        }
    }

    private static boolean link(Path unfinished, Path file) throws IOException {
        for (int tries = 1; ; tries++) {
            try {
                createDirectories(directoryOf(file));
                Files.createLink(file, unfinished);
                return true;
            } catch (FileAlreadyExistsException exists) {
                return false;
            } catch (NoSuchFileException removed) { // Somebody removed a directory on the way, empty just now.
                if (tries == LINK_TRIES_MAX) {
                    throw removed;
                }
            }
        }
    }

    /** Syncs the entry of each new one: a file is no more durable than the way to it. */
    private static void createDirectories(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path above = directoryOf(directory);
        createDirectories(above);
        try {
            Files.createDirectory(directory);
        } catch (FileAlreadyExistsException faster) {
            // Looks once: it may be removed again, and made again, between two looks.
            if (!Files.readAttributes(directory, BasicFileAttributes.class).isDirectory()) {
                throw new NotDirectoryException(directory.toString());
            }
        }
        sync(above);
    }

    private static void removeLeftovers(Path unfinished, Instant before) throws IOException {
        try (Stream<Path> files = Files.list(unfinished)) {
            for (Path file : files.toList()) {
                if (file.toFile().lastModified() < before.toEpochMilli()) {
                    Files.deleteIfExists(file); // Another node may have been faster.
                }
            }
        }
    }

    private static Path directoryOf(Path file) {
        return Objects.requireNonNull(file.getParent(), "the root of the file system");
    }

    /** Makes the new entry of a directory survive a power cut. */
    private static void sync(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private interface Act<T> {
        T run() throws IOException;
    }

    private static <T> T doing(String what, Path file, Act<T> act) {
        try {
            return act.run();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot " + what + " " + file + ": " + e, e);
        }
    }
}
