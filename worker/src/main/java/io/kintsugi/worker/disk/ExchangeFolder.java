package io.kintsugi.worker.disk;

import io.kintsugi.core.model.JobId;
import io.kintsugi.worker.exchange.BatchStorage;
import io.kintsugi.worker.net.RecordCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where one worker keeps the partitions of its jobs: a folder of its own beside those of other workers, locked while it
 * lives. What a worker has left behind that is gone is deleted by the next one to begin. Blocks; thread-safe.
 */
public final class ExchangeFolder {
    private static final String LOCK = "lock";

    private final Path all;
    private final Path own;
    private final ExchangeUsage usage = new ExchangeUsage();
    private @Nullable FileChannel held;

    /**
     * Touches nothing until the first job needs it.
     *
     * @param all the same for all workers of a machine
     * @param incarnation of this worker's node
     */
    public ExchangeFolder(Path all, String incarnation) {
        this.all = all;
        this.own = all.resolve(incarnation);
    }

    /** The configured folder, or the usual one where none is. */
    public static Path configured(String dir) {
        return dir.isEmpty() ? Path.of(System.getProperty("java.io.tmpdir"), "kintsugi-exchange") : Path.of(dir);
    }

    /**
     * Where the tasks of a job keep what they hand on.
     *
     * @param sortBytes memory for each task that sorts
     */
    public BatchStorage storage(JobId job, RecordCodec codec, int sortBytes) {
        return new PartitionFiles(job(job), codec, sortBytes, usage);
    }

    /** How much of the disk this worker takes. */
    public ExchangeUsage usage() {
        return usage;
    }

    /** The folder of a job. */
    synchronized Path job(JobId job) {
        try {
            open();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "exchange.dir: %s cannot be used for what stages of job %s hand on".formatted(own, job), e);
        }
        return path(job);
    }

    private Path path(JobId job) {
        return own.resolve(job.name() + "-" + job.run());
    }

    private void open() throws IOException {
        if (held != null) {
            return;
        }
        Files.createDirectories(own);
        FileChannel channel = FileChannel.open(own.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        held = channel;
        if (channel.tryLock() == null) {
            throw new IOException(own + " is held by another process");
        }
        try (DirectoryStream<Path> others = Files.newDirectoryStream(all, Files::isDirectory)) {
            for (Path other : others) {
                if (!other.equals(own) && isAbandoned(other)) {
                    deleteAll(other);
                }
            }
        }
    }

    private static boolean isAbandoned(Path other) throws IOException {
        try (FileChannel channel = FileChannel.open(other.resolve(LOCK), StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock != null;
        } catch (OverlappingFileLockException | NoSuchFileException e) {
            return false; // Of another worker in this process, or about to be locked.
        }
    }

    /** Deletes what is left of a job. */
    public synchronized void delete(JobId job) {
        delete(path(job));
        usage.deletedAll(path(job));
    }

    /** Deletes everything of this worker. */
    public synchronized void close() {
        if (held != null) {
            try {
                held.close();
            } catch (IOException e) {
                throw new UncheckedIOException("%s cannot be unlocked".formatted(own), e);
            }
            held = null;
            delete(own);
            usage.deletedAll(own);
        }
    }

    private static void delete(Path folder) {
        try {
            deleteAll(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("%s cannot be deleted".formatted(folder), e);
        }
    }

    private static void deleteAll(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> found = Files.walk(folder)) {
            for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
