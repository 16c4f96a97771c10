package io.kintsugi.worker.disk;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** How much of the disk the partitions of one worker take, and what has gone to and come from there. Thread-safe. */
public final class ExchangeUsage {
    private final Map<Path, AtomicLong> files = new ConcurrentHashMap<>();
    private final LongAdder written = new LongAdder();
    private final LongAdder read = new LongAdder();

    /** Partitions that are there, whole or in the making. */
    public int partitions() {
        return files.size();
    }

    /** Bytes of these on disk. */
    public long bytes() {
        return files.values().stream().mapToLong(AtomicLong::get).sum();
    }

    /** Bytes that have ever been written to partitions. */
    public long writtenBytes() {
        return written.sum();
    }

    /** Bytes that have ever been read from partitions. */
    public long readBytes() {
        return read.sum();
    }

    void created(Path file) {
        files.put(file, new AtomicLong());
    }

    /** Of a file that is deleted meanwhile it only counts that something was written. */
    void wrote(Path file, long bytes) {
        written.add(bytes);
        AtomicLong size = files.get(file);
        if (size != null) {
            size.addAndGet(bytes);
        }
    }

    void read(long bytes) {
        read.add(bytes);
    }

    void deleted(Path file) {
        files.remove(file);
    }

    /** A folder is gone with all that is in it. */
    void deletedAll(Path folder) {
        files.keySet().removeIf(file -> file.startsWith(folder));
    }
}
