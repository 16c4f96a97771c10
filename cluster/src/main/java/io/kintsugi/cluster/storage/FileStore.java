package io.kintsugi.cluster.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
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

    private final Path root;
    private final String writer;
    private final AtomicLong written = new AtomicLong();

    /**
     * Creates the directory if it is missing.
     *
     * @param writer letters and digits that no other process uses, for names of files that are being written
     */
    public FileStore(Path root, String writer) {
        this.root = root;
        this.writer = writer;
        doing("create directory", root, () -> Files.createDirectories(root.resolve(UNFINISHED)));
    }

    /**
     * Writes a new file to the disk and its directory's entry with it; false, and no change, if the name exists.
     *
     * <p>The content is synced under a name of its own and then linked to its real one: a link is atomic and fails when
     * the name exists, where a rename would replace it.
     */
    public boolean createIfAbsent(String name, byte[] content) {
        Path file = path(name);
        Path unfinished = root.resolve(UNFINISHED).resolve(writer + "-" + written.incrementAndGet());
        Path directory = root.resolve(name.substring(0, Math.max(0, name.lastIndexOf('/'))));
        return doing("create", file, () -> {
            Files.createDirectories(directory);
            try {
                writeThrough(unfinished, content);
                Files.createLink(file, unfinished);
            } catch (FileAlreadyExistsException exists) {
                return false;
            } finally {
                Files.deleteIfExists(unfinished);
            }
            sync(directory);
            return true;
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

    private Path path(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("file name '" + name
                    + "': expected parts of letters, digits, '.', '_' and '-' that begin with a letter or digit,"
                    + " separated by '/'");
        }
        return root.resolve(name);
    }

    private static void writeThrough(Path file, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(true);
        }
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
