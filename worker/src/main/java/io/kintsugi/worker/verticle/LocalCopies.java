package io.kintsugi.worker.verticle;

import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.snapshot.SnapshotStore.Stored;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The newest states that tasks of this worker have stored, once more in its memory, so that a task that restarts here alone
 * need not read the store. A copy is of use only for the very version that the leader names; whoever finds none reads the
 * store. All copies together, also those that are being made, take no more than the bytes allowed: the oldest give way. Any thread.
 */
final class LocalCopies {
    private static final int CHUNK = 64 * 1024;

    private final long bytesMax;
    /** The copy that was made first comes first. */
    private final Map<Owner, Copy> copies = new LinkedHashMap<>();

    private long bytes;

    private record Owner(JobId job, TaskId task) {}

    private record Copy(VersionId id, Stored stored, List<byte[]> chunks) {
        boolean isOf(StateVersion version) {
            return id.equals(version.id())
                    && stored.bytes() == version.bytes()
                    && stored.checksum() == version.checksum();
        }
    }

    /** @param bytesMax of all copies; 0 for none */
    LocalCopies(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** A way to the store that leaves a copy here, once it is kept. */
    Copying copying(OutputStream store) {
        return new Copying(store);
    }

    /** The content of a version, if it is here. */
    synchronized Optional<InputStream> find(StateVersion version) {
        return Optional.ofNullable(copies.get(
                        new Owner(version.id().job(), version.id().attempt().task())))
                .filter(copy -> copy.isOf(version))
                .map(copy -> new Chunks(copy.chunks(), copy.stored().bytes()));
    }

    /** The run has ended. */
    synchronized void release(JobId job) {
        Iterator<Map.Entry<Owner, Copy>> all = copies.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<Owner, Copy> one = all.next();
            if (one.getKey().job().equals(job)) {
                all.remove();
                free(one.getValue().chunks());
            }
        }
    }

    private synchronized void keep(VersionId id, Stored stored, List<byte[]> chunks) {
        Owner owner = new Owner(id.job(), id.attempt().task());
        Copy before = copies.remove(owner); // It goes to the end: it is the newest now.
        if (before != null) {
            free(before.chunks());
        }
        copies.put(owner, new Copy(id, stored, chunks));
    }

    /** Room for one more chunk, if need be that of older copies. */
    private synchronized boolean reserve() {
        while (bytes + CHUNK > bytesMax && !copies.isEmpty()) {
            Iterator<Copy> oldest = copies.values().iterator();
            free(oldest.next().chunks());
            oldest.remove();
        }
        if (bytes + CHUNK > bytesMax) {
            return false;
        }
        bytes += CHUNK;
        return true;
    }

    private synchronized void free(List<byte[]> chunks) {
        bytes -= (long) chunks.size() * CHUNK;
    }

    /** Writes to the store and remembers what it wrote, as long as there is room. Used by one thread. */
    final class Copying extends FilterOutputStream {
        private List<byte[]> chunks = new ArrayList<>();
        private int used = CHUNK;
        private boolean whole = true;

        private Copying(OutputStream store) {
            super(store);
        }

        @Override
        public void write(int value) throws IOException {
            out.write(value);
            copy(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] content, int from, int count) throws IOException {
            out.write(content, from, count);
            copy(content, from, count);
        }

        private void copy(byte[] content, int from, int count) {
            int at = from;
            int left = count;
            while (whole && left > 0) {
                if (used == CHUNK) {
                    whole = reserve();
                    if (!whole) {
                        discard();
                        return;
                    }
                    chunks.add(new byte[CHUNK]);
                    used = 0;
                }
                int some = Math.min(left, CHUNK - used);
                System.arraycopy(content, at, chunks.get(chunks.size() - 1), used, some);
                used += some;
                at += some;
                left -= some;
            }
        }

        /** The store has it: from now on it is the copy of its task. */
        void keep(VersionId id, Stored stored) {
            if (whole) {
                LocalCopies.this.keep(id, stored, chunks);
                chunks = new ArrayList<>();
            }
        }

        /** Forgets what was not kept. */
        void discard() {
            whole = false;
            free(chunks);
            chunks = new ArrayList<>();
        }
    }

    /** Reads the chunks of a copy, which do not change. */
    private static final class Chunks extends InputStream {
        private final List<byte[]> chunks;
        private final long size;
        private long at;

        Chunks(List<byte[]> chunks, long size) {
            this.chunks = chunks;
            this.size = size;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
        }

        @Override
        public int read(byte[] into, int from, int count) {
            if (at == size) {
                return -1;
            }
            int offset = (int) (at % CHUNK);
            int some = (int) Math.min(Math.min(count, CHUNK - offset), size - at);
            System.arraycopy(chunks.get((int) (at / CHUNK)), offset, into, from, some);
            at += some;
            return some;
        }

        @Override
        public long skip(long count) {
            long some = Math.max(0, Math.min(count, size - at));
            at += some;
            return some;
        }

        @Override
        public int available() {
            return (int) Math.min(Integer.MAX_VALUE, size - at);
        }
    }
}
